import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import { nextSnoozed, returnSnoozedMessages } from "#db/queries/messages/snoozed.ts";
import type { Deps } from "./deps.ts";

/** Messages that one statement brings back. */
const TOGETHER = 200;
const BUDGET_MS = 60_000;
/** Shortest time between two looks, whatever the clocks of workers and database say. */
const PAUSE_MS = 250;

/**
 * Brings snoozed notifications that are due back to their inboxes, in batches, notifies open inboxes of each batch once it is
 * stored, and says when the next one is due (milliseconds since 1970).
 */
export const returnSnoozed =
  ({ db, clock, publisher }: Pick<Deps, "db" | "clock" | "publisher">) =>
  async (): Promise<{ nextDueAt: number | null }> => {
    const { cancellationSignal } = Context.current();
    const deadline = Date.now() + BUDGET_MS;
    while (Date.now() < deadline && !cancellationSignal.aborted) {
      const returned = await returnSnoozedMessages(db, { now: clock(), limit: TOGETHER });
      publisher.publish(
        returned
          .filter(({ isShown }) => isShown)
          .map(({ id: messageId, environmentId, subscriberId }) => {
            return { kind: "received", environmentId, subscriberId, messageId };
          }),
      );
      if (returned.length === 0) break;
    }
    await publisher.flushed();
    await sleep(PAUSE_MS);
    return { nextDueAt: (await nextSnoozed(db))?.getTime() ?? null };
  };
