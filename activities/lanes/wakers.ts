import type { WokenCohort } from "#db/queries/deliveries/record-outcomes.ts";
import type { Lane } from "#db/queries/lanes/lease-from-lane.ts";
import type { Engine } from "#engine/client.ts";
import type { EnvironmentRef } from "#engine/refs.ts";
import type { Logger } from "#telemetry/logger.ts";

/** Shortest time between two signals for one execution, by one process. */
const WAKE_PAUSE_MS = 1_000;
/** For a cohort it doubles up to this with each signal that follows: its many runs go on together, and each look costs history. */
const LONGEST_COHORT_PAUSE_MS = 16_000;

/**
 * Has executions look at rows that have changed: at once, and then now and then, however much changes. What nobody could be asked to do,
 * the passes over what is due find.
 */
export interface Wakers {
  /** The one that sends events to the webhook endpoints of the environment. */
  webhooks(environment: EnvironmentRef): void;
  lane(lane: Lane): void;
  cohort(cohort: Pick<WokenCohort, "executionId" | "isThrough">): void;
  /** Wakes at once what is to be woken when its pause ends: the process ends. */
  close(): Promise<void>;
}

interface Waking {
  signal(): Promise<void>;
  /** Logged when nobody could be asked. */
  later: string;
  longestPauseMs?: number;
  /** Worth a signal of its own. */
  isUrgent?: boolean;
}

interface Woken {
  waking: Waking;
  /** It is to be woken when the pause ends. */
  isAsked: boolean;
  at: number;
  pauseMs: number;
  timer?: NodeJS.Timeout;
}

export function createWakers({
  engine,
  logger,
}: {
  engine: Pick<Engine, "wakeWebhooks" | "wakeLane" | "lookAgain">;
  logger: Pick<Logger, "warn">;
}): Wakers {
  const woken = new Map<string, Woken>();

  function wake(key: string, waking: Waking, pauseMs = WAKE_PAUSE_MS): void {
    const before = woken.get(key);
    if (before) {
      before.isAsked = true;
      if (waking.isUrgent) wakeAfter(key, before, Math.max(0, before.at + WAKE_PAUSE_MS - Date.now()));
      return;
    }
    const now: Woken = { waking, isAsked: false, at: Date.now(), pauseMs };
    woken.set(key, now);
    void signal(key, waking);
    wakeAfter(key, now, pauseMs);
  }

  const signal = (key: string, waking: Waking): Promise<void> =>
    waking.signal().catch((err: unknown) => logger.warn({ err, key }, waking.later));

  function wakeAfter(key: string, before: Woken, waitMs: number): void {
    const { waking, pauseMs } = before;
    clearTimeout(before.timer);
    before.timer = setTimeout(() => {
      woken.delete(key);
      if (before.isAsked) wake(key, waking, Math.min(2 * pauseMs, waking.longestPauseMs ?? WAKE_PAUSE_MS));
    }, waitMs).unref();
  }

  return {
    webhooks({ organizationId, environmentId }) {
      const signal = () => engine.wakeWebhooks({ organizationId, environmentId });
      wake(environmentId, { signal, later: "events are sent to webhook endpoints a little later" });
    },
    lane(lane) {
      wake(lane.integrationId, { signal: () => engine.wakeLane(lane), later: "deliveries are sent a little later" });
    },
    cohort({ executionId, isThrough }) {
      const signal = () => engine.lookAgain([executionId]);
      const later = "runs go on a little later";
      wake(executionId, { signal, later, longestPauseMs: LONGEST_COHORT_PAUSE_MS, isUrgent: isThrough });
    },
    async close() {
      const asked = [...woken].filter(([, { isAsked }]) => isAsked);
      for (const { timer } of woken.values()) clearTimeout(timer);
      woken.clear();
      await Promise.all(asked.map(([key, { waking }]) => signal(key, waking)));
    },
  };
}
