import { Suspense, useEffect, useRef } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Popover } from "#dashboard/components/overlays/popover.tsx";
import { dependenciesOf, type HealthState, healthText, isHealthy } from "#dashboard/health-text.ts";
import type { SeenStates } from "./health-list.tsx";

const HealthList = lazyNamed(() => import("./health-list.tsx"), "HealthList");

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
      {typeof health === "object" ? (
        <Suspense fallback={text}>
          <HealthList health={health} since={since.current} />
        </Suspense>
      ) : (
        <p>{text}</p>
      )}
    </Popover>
  );
}
