import type { EventProblem } from "#contract/events.ts";
import { noteEventProblems } from "#db/queries/events/event-problems.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import {
  compareSubscribers,
  type FailedSubscriber,
  upsertSubscribers,
} from "#db/queries/subscribers/upsert-subscribers.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import type { Deps } from "./deps.ts";

/**
 * Stores what an event says about subscribers. Those that cannot be stored as asked are noted with the event and returned.
 */
export async function storeRecipients(
  { db, engine }: Pick<Deps, "db" | "engine">,
  event: EventRow,
  named: readonly InlineSubscriber[],
): Promise<FailedSubscriber[]> {
  const compared = await compareSubscribers(db, event, named);
  // Most events name subscribers as they are stored already.
  if (compared.open.length > 0) {
    const { executionIds } = await db.transaction((transaction) => upsertSubscribers(transaction, event, compared));
    if (executionIds.length > 0) await engine.lookAgain(executionIds);
  }
  await noteEventProblems(db, event.id, compared.failed.map(recipientProblem));
  return compared.failed;
}

const recipientProblem = ({ subscriberId, message }: FailedSubscriber): EventProblem => ({
  kind: "recipient_invalid",
  subject: subscriberId,
  message,
});
