import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import type { Channel } from "#contract/constants/channels.ts";
import { cohortIdOf } from "#db/derived-ids.ts";
import { leaseDeliveries } from "#db/queries/deliveries/lease-deliveries.ts";
import { loadEvent } from "#db/queries/events/load-event.ts";
import type { CohortRef } from "#engine/refs.ts";
import type { Deps } from "./deps.ts";

/** Taken at once: enough to keep the slots of an integration busy, little enough to hold in memory. */
const LEASED_TOGETHER = 100;
const LEASED_BYTES = 4_000_000;
const NOTHING_DUE_MS = 500;
/** Batches in progress, so that slots stay busy while the last sends of one end. */
const BATCHES = 2;

/**
 * Sends what a cohort has to send on one channel, until nothing is due. What was decided is stored: nothing is decided
 * here, and what somebody else holds a lease of is left to them.
 */
export const send =
  (deps: Deps, channel: Channel) =>
  async ({ event: ref, cohort }: CohortRef): Promise<{ sent: number }> => {
    const { cancellationSignal } = Context.current();
    const event = await loadEvent(deps.db, ref);
    const cohortId = cohortIdOf(event.id, cohort);
    const batches = new Set<Promise<void>>();
    let taken = 0;
    let sent = 0;
    while (!cancellationSignal.aborted) {
      const now = deps.clock();
      const leased = await leaseDeliveries(deps.db, event, {
        cohortId,
        channel,
        owner: randomUUID(),
        now,
        until: new Date(now.getTime() + deps.durations.deliveryLease),
        limit: LEASED_TOGETHER,
        bytes: LEASED_BYTES,
      });
      if (leased.length === 0) break;
      taken += leased.length;
      const batch = deps.dispatcher.send(leased).then((states) => {
        sent += states.filter((state) => state === "sent").length;
        batches.delete(batch);
      });
      // Awaited below, but not when taking more fails first: a batch that then fails, too, must not end the process.
      batch.catch(() => {});
      batches.add(batch);
      if (batches.size >= BATCHES) await Promise.race(batches);
    }
    await Promise.all(batches);
    // Sends that were begun beside the workflow, and take longer than it waits.
    const isWaiting = deps.dispatcher.channelsInFlight(cohortId).length > 0;
    await deps.dispatcher.settled(cohortId);
    // Nothing was due by this worker's clock, which may be a little behind: the execution must not ask without a pause.
    if (taken === 0 && !isWaiting) await sleep(NOTHING_DUE_MS);
    return { sent };
  };
