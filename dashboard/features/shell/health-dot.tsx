import { useEffect, useState } from "react";
import type { Health } from "#contract/health.ts";
import { classNames } from "../../components/class-names.ts";

const CHECK_MS = 30_000;
const DEPENDENCY_NAMES = { database: "Database", temporal: "Engine" } as const;

type Seen = Health | "unreachable" | undefined;

/** One sentence about what Belfry depends on. */
export function healthWords(health: Seen): string {
  if (health === undefined) return "Checking";
  if (health === "unreachable") return "Server out of reach";
  const down = (["database", "temporal"] as const).filter((name) => health.dependencies[name].status === "down");
  if (down.length === 0) return "All systems up";
  return `${down.map((name) => DEPENDENCY_NAMES[name]).join(" and ")} down`;
}

interface HealthDotProps {
  check: (signal: AbortSignal) => Promise<Health>;
  collapsed?: boolean;
}

export function HealthDot({ check, collapsed = false }: HealthDotProps) {
  const [health, setHealth] = useState<Seen>();

  useEffect(() => {
    const abort = new AbortController();
    const read = () => {
      if (document.hidden) return;
      check(abort.signal).then(setHealth, () => {
        if (!abort.signal.aborted) setHealth("unreachable");
      });
    };
    read();
    const timer = setInterval(read, CHECK_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [check]);

  const words = healthWords(health);
  const good = words === "All systems up";
  const tone = health === undefined ? "bg-outline" : good ? "bg-success" : "bg-danger";
  const version = typeof health === "object" ? `, version ${health.version}` : "";
  return (
    <p
      role="status"
      title={`${words}${version}`}
      className={classNames(
        "flex min-h-8 items-center gap-3 px-3 text-xs",
        health === undefined || good ? "text-muted" : "text-danger",
        collapsed && "justify-center px-0",
      )}
    >
      <span aria-hidden="true" className={classNames("size-2 shrink-0 rounded-full", tone)} />
      <span className={collapsed ? "sr-only" : undefined}>{words}</span>
    </p>
  );
}
