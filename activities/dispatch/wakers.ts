import type { Lane } from "#db/queries/lanes/lease-from-lane.ts";
import type { Engine } from "#engine/client.ts";
import type { EnvironmentRef } from "#engine/refs.ts";
import type { Logger } from "#telemetry/logger.ts";

/** Shortest time between two signals for one execution, by one process. */
const PAUSE_MS = 1_000;
/** For a cohort it doubles up to this with each signal that follows: its many runs go on together, and each look costs history. */
const LONGEST_COHORT_PAUSE_MS = 16_000;

/**
 * Has executions look at rows that have changed: at once, and then now and then, however much changes. What nobody could be asked to do,
 * the passes over what is due find.
 */
export interface Wakers {
  /** The one that sends events to the webhook endpoints of the environment. */
  webhooks(environment: EnvironmentRef): void;
  /** The one that sends the deliveries of the integration. */
  lane(lane: Lane): void;
  /** The one that owns the cohort. */
  cohort(executionId: string): void;
}

export function createWakers({
  engine,
  logger,
}: {
  engine: Pick<Engine, "wakeWebhooks" | "wakeLane" | "lookAgain">;
  logger: Pick<Logger, "warn">;
}): Wakers {
  /** What was woken within the pause, and whether it is to be woken when that ends. */
  const woken = new Map<string, boolean>();

  interface Waking {
    signal(): Promise<void>;
    /** Logged when nobody could be asked. */
    later: string;
    longestPauseMs?: number;
  }

  function wake(key: string, waking: Waking, pauseMs = PAUSE_MS): void {
    if (woken.has(key)) {
      woken.set(key, true);
      return;
    }
    const { signal, later, longestPauseMs = PAUSE_MS } = waking;
    woken.set(key, false);
    signal().catch((err: unknown) => logger.warn({ err, key }, later));
    setTimeout(() => {
      const isAsked = woken.get(key) === true;
      woken.delete(key);
      if (isAsked) wake(key, waking, Math.min(2 * pauseMs, longestPauseMs));
    }, pauseMs).unref();
  }

  return {
    webhooks({ organizationId, environmentId }) {
      const signal = () => engine.wakeWebhooks({ organizationId, environmentId });
      wake(environmentId, { signal, later: "events are sent to webhook endpoints a little later" });
    },
    lane(lane) {
      wake(lane.integrationId, { signal: () => engine.wakeLane(lane), later: "deliveries are sent a little later" });
    },
    cohort(executionId) {
      const signal = () => engine.lookAgain([executionId]);
      wake(executionId, { signal, later: "runs go on a little later", longestPauseMs: LONGEST_COHORT_PAUSE_MS });
    },
  };
}
