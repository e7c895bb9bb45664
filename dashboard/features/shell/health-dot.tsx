import { useEffect, useRef } from "react";
import type { Health } from "#contract/health.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { Popover } from "#dashboard/components/overlays/popover.tsx";

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

/** The dependencies that the installation has, by their names. */
const dependenciesOf = ({ dependencies }: Health) =>
  Object.entries(dependencies).flatMap(([name, dependency]) => (dependency ? [{ name, ...dependency }] : []));

const downOf = (health: Health): string[] =>
  dependenciesOf(health).flatMap(({ name, status }) => (status === "down" ? [name] : []));

export function isHealthy(health: HealthState): boolean {
  return typeof health === "object" && health.status === "ok" && downOf(health).length === 0;
}

/** By dependency, its state and when that was first seen. */
type SeenStates = Map<string, { status: string; since: string }>;

/** The health in one line, which opens a list of what it is made of. */
export function HealthDot({ health, collapsed = false }: { health: HealthState; collapsed?: boolean }) {
  const text = healthText(health);
  const good = isHealthy(health);
  const since = useRef<SeenStates>(new Map());
  useEffect(() => {
    for (const { name, status } of typeof health === "object" ? dependenciesOf(health) : []) {
      if (since.current.get(name)?.status !== status) {
        since.current.set(name, { status, since: new Date().toISOString() });
      }
    }
  }, [health]);
  const tone = health === undefined ? "bg-outline" : good ? "bg-success" : "bg-danger";
  return (
    <Popover
      label="Health"
      placement="top start"
      trigger={
        <button
          type="button"
          aria-label={text}
          className={classNames(
            "flex min-h-8 w-full items-center gap-3 rounded-md px-2.5 text-start text-xs hover:bg-sunken",
            health === undefined || good ? "text-muted" : "text-danger",
            collapsed && "justify-center px-0",
          )}
        >
          <span aria-hidden="true" className="flex size-4 shrink-0 items-center justify-center">
            <span className={classNames("size-2 rounded-full", tone)} />
          </span>
          <span role="status" className={collapsed ? "sr-only" : undefined}>
            {text}
          </span>
        </button>
      }
    >
      <HealthList health={health} since={since.current} />
    </Popover>
  );
}

/** Each dependency with its state, and since when the dashboard has seen it so. */
function HealthList({ health, since }: { health: HealthState; since: SeenStates }) {
  if (typeof health !== "object") return <p>{healthText(health)}</p>;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {dependenciesOf(health).map(({ name, status, message }) => (
          <li key={name} className="flex flex-col">
            <span className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={classNames("size-2 rounded-full", status === "up" ? "bg-success" : "bg-danger")}
              />
              <span className="flex-1 font-medium">{DEPENDENCY_NAMES[name] ?? name}</span>
              <span className={status === "up" ? "text-muted" : "text-danger"}>{status === "up" ? "Up" : "Down"}</span>
            </span>
            <span className="ps-4 text-xs text-muted">
              {`since ${shortTime(since.get(name)?.since ?? new Date().toISOString())} or earlier`}
            </span>
            {message && <span className="ps-4 text-xs text-danger wrap-anywhere">{message}</span>}
          </li>
        ))}
      </ul>
      <p className="border-t pt-2 text-xs text-muted">{`Version ${health.version}`}</p>
    </>
  );
}
