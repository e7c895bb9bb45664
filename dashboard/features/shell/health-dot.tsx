import type { Health } from "#contract/health.ts";
import { classNames } from "../../components/class-names.ts";

const DEPENDENCY_NAMES: Readonly<Record<string, string>> = {
  database: "Database",
  temporal: "Engine",
  sockets: "Live updates",
  mail: "Mails to members",
};

/** The result of the last health check; undefined before the first. */
type HealthState = Health | "unreachable" | undefined;

/** The state of Belfry's dependencies in one sentence. */
export function healthText(health: HealthState): string {
  if (health === undefined) return "Checking";
  if (health === "unreachable") return "Server not reachable";
  const down = downOf(health);
  if (down.length === 0) return "All systems up";
  return `${new Intl.ListFormat("en-GB").format(down.map((name) => DEPENDENCY_NAMES[name] ?? name))} down`;
}

const downOf = ({ dependencies }: Health): string[] =>
  Object.entries(dependencies).flatMap(([name, dependency]) => (dependency?.status === "down" ? [name] : []));

export function isHealthy(health: HealthState): boolean {
  return typeof health === "object" && health.status === "ok" && downOf(health).length === 0;
}

export function HealthDot({ health, collapsed = false }: { health: HealthState; collapsed?: boolean }) {
  const text = healthText(health);
  const good = isHealthy(health);
  const tone = health === undefined ? "bg-outline" : good ? "bg-success" : "bg-danger";
  const version = typeof health === "object" ? `, version ${health.version}` : "";
  return (
    <p
      role="status"
      title={`${text}${version}`}
      className={classNames(
        "flex min-h-8 items-center gap-3 px-2.5 text-xs",
        health === undefined || good ? "text-muted" : "text-danger",
        collapsed && "justify-center px-0",
      )}
    >
      <span aria-hidden="true" className="flex size-4 shrink-0 items-center justify-center">
        <span className={classNames("size-2 rounded-full", tone)} />
      </span>
      <span className={collapsed ? "sr-only" : undefined}>{text}</span>
    </p>
  );
}
