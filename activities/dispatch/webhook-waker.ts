import type { Engine } from "#engine/client.ts";
import type { EnvironmentRef } from "#engine/refs.ts";
import type { Logger } from "#telemetry/logger.ts";

/** Shortest time between two signals for one environment, by one process. */
const PAUSE_MS = 1_000;

/**
 * Has executions that send events to webhook endpoints look at their rows: at once, and then once a second at most, however many
 * events are stored.
 */
export interface WebhookWaker {
  wake(environment: EnvironmentRef): void;
}

export function createWebhookWaker({
  engine,
  logger,
}: {
  engine: Pick<Engine, "wakeWebhooks">;
  logger: Pick<Logger, "warn">;
}): WebhookWaker {
  /** Environments that were woken within the pause, and whether they are to be woken when it ends. */
  const woken = new Map<string, boolean>();

  function wake({ organizationId, environmentId }: EnvironmentRef): void {
    if (woken.has(environmentId)) {
      woken.set(environmentId, true);
      return;
    }
    woken.set(environmentId, false);
    // What nobody could be asked to send, the pass over what is due finds.
    engine
      .wakeWebhooks({ organizationId, environmentId })
      .catch((err: unknown) =>
        logger.warn({ err, environmentId }, "events are sent to webhook endpoints a little later"),
      );
    setTimeout(() => {
      const isAsked = woken.get(environmentId) === true;
      woken.delete(environmentId);
      if (isAsked) wake({ organizationId, environmentId });
    }, PAUSE_MS).unref();
  }

  return { wake };
}
