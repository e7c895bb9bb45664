import { setTimeout as sleep } from "node:timers/promises";
import { Context } from "@temporalio/activity";
import { nextSnoozed, returnSnoozedMessages } from "#db/queries/messages/snoozed.ts";
import { bounds } from "#engine/policies.ts";
import type { Deps } from "./deps.ts";

/**
 * Brings snoozed notifications that are due back to their inboxes, in batches, notifies open inboxes of each batch once it is
 * stored, and says when the next one is due (milliseconds since 1970).
 */
export const returnSnoozed =
  ({ db, clock, publisher }: Pick<Deps, "db" | "clock" | "publisher">) =>
  async (): Promise<{ nextDueAt: number | null }> => {
    const { cancellationSignal } = Context.current();
    const deadline = Date.now() + bounds.snoozed.budget;
    while (Date.now() < deadline && !cancellationSignal.aborted) {
      const returned = await returnSnoozedMessages(db, { now: clock(), limit: bounds.snoozed.together });
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
    await sleep(bounds.snoozed.pause);
    return { nextDueAt: (await nextSnoozed(db))?.getTime() ?? null };
  };
