import type { Lane } from "#db/queries/lanes/lease-from-lane.ts";
import type { Engine } from "#engine/client.ts";
import type { EnvironmentRef } from "#engine/refs.ts";
import type { Logger } from "#telemetry/logger.ts";

/** Shortest time between two signals for one execution, by one process. */
const PAUSE_MS = 1_000;

/**
 * Has executions look at rows that have changed: at once, and then once a second at most, however much changes. What nobody could be
 * asked to do, the passes over what is due find.
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

  function wake(key: string, signal: () => Promise<void>, later: string): void {
    if (woken.has(key)) {
      woken.set(key, true);
      return;
    }
    woken.set(key, false);
    signal().catch((err: unknown) => logger.warn({ err, key }, later));
    setTimeout(() => {
      const isAsked = woken.get(key) === true;
      woken.delete(key);
      if (isAsked) wake(key, signal, later);
    }, PAUSE_MS).unref();
  }

  return {
    webhooks({ organizationId, environmentId }) {
      const signal = () => engine.wakeWebhooks({ organizationId, environmentId });
      wake(environmentId, signal, "events are sent to webhook endpoints a little later");
    },
    lane(lane) {
      wake(lane.integrationId, () => engine.wakeLane(lane), "deliveries are sent a little later");
    },
    cohort(executionId) {
      wake(executionId, () => engine.lookAgain([executionId]), "runs go on a little later");
    },
  };
}
