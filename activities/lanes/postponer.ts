import type { Logger } from "pino";
import type { Database } from "#db/client.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import { postponeDeliveries } from "#db/queries/lanes/lane-queues.ts";
import type { Clock } from "../run/decision-deps.ts";
import type { Wakers } from "./wakers.ts";

/**
 * Gives the lease of a delivery back, to be sent at that moment by whoever has room then; `isTried` when its vendor was found to be away.
 * Settles when that is stored, or cannot be: then the lease ends by itself.
 */
export type Postpone = (delivery: LeasedDelivery, dueAt: Date, options?: { isTried?: boolean }) => Promise<void>;

/** One statement gives back all deliveries that come together. */
export function createPostponer({
  db,
  clock,
  wakers,
  logger,
}: {
  db: Database;
  clock: Clock;
  wakers: Pick<Wakers, "lane">;
  logger: Pick<Logger, "warn">;
}): Postpone {
  let postponed: Parameters<typeof postponeDeliveries>[1][number][] = [];
  let postponing: Promise<void> | null = null;

  return async (delivery, dueAt, { isTried = false } = {}) => {
    postponed.push({ delivery, dueAt, isTried });
    postponing ??= new Promise((resolve) => setImmediate(resolve)).then(async () => {
      const batch = postponed;
      postponed = [];
      postponing = null;
      try {
        for (const lane of await postponeDeliveries(db, batch, clock())) wakers.lane(lane);
      } catch (err) {
        logger.warn({ err }, "leases could not be given back, they end by themselves");
      }
    });
    await postponing;
  };
}
