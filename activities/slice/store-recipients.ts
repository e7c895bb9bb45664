import type { EventProblem } from "#contract/events.ts";
import { noteEventProblems } from "#db/queries/events/event-problems.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { withoutBadFields } from "#db/queries/subscribers/subscriber-changes.ts";
import {
  compareSubscribers,
  type FailedSubscriber,
  upsertSubscribers,
} from "#db/queries/subscribers/upsert-subscribers.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import type { SliceDeps } from "./slice-deps.ts";

/**
 * Stores what an event says about subscribers. Fields that cannot be stored are left out and noted with the event. Subscribers that
 * cannot be stored as asked all the same are noted too, and returned.
 */
export async function storeRecipients(
  { db, engine }: Pick<SliceDeps, "db"> & { engine: Pick<SliceDeps["engine"], "lookAgain"> },
  event: EventRow,
  named: readonly InlineSubscriber[],
): Promise<FailedSubscriber[]> {
  const { given, problems } = storableRecipients(named);
  const compared = await compareSubscribers(db, event, given);
  // Most events name subscribers as they are stored already.
  if (compared.open.length > 0) {
    const { executionIds } = await db.transaction((transaction) => upsertSubscribers(transaction, event, compared));
    if (executionIds.length > 0) await engine.lookAgain(executionIds);
  }
  await noteEventProblems(db, event.id, [...problems, ...compared.failed.map(recipientProblem)]);
  return compared.failed;
}

/** Subscribers as an event names them, without the fields that cannot be stored, and the notes about these. */
export function storableRecipients(named: readonly InlineSubscriber[]): {
  given: InlineSubscriber[];
  problems: EventProblem[];
} {
  const checked = named.map(withoutBadFields);
  const problems = checked.flatMap(({ given: { subscriberId }, messages }) =>
    messages.map((message) => recipientProblem({ subscriberId, message })),
  );
  return { given: checked.map(({ given }) => given), problems };
}

export const recipientProblem = ({ subscriberId, message }: FailedSubscriber): EventProblem => ({
  kind: "recipient_invalid",
  subject: subscriberId,
  message,
});
