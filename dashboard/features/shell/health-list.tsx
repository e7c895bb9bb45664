import type { Health } from "#contract/health.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { shortTime } from "#dashboard/components/display/relative-time.tsx";
import { DEPENDENCY_NAMES, dependenciesOf } from "#dashboard/health-text.ts";

/** By dependency, its state and when that was first seen. */
export type SeenStates = Map<string, { status: string; since: string }>;

/** Each dependency with its state, and since when the dashboard has seen it so. */
export function HealthList({ health, since }: { health: Health; since: SeenStates }) {
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
