import { eq, sql } from "drizzle-orm";
import { DomainError } from "#domain/errors.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";
import { subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { problemOf } from "./subscriber-changes.ts";
import { bySubscriberId, getSubscriberWithin, type SubscriberRow } from "./subscribers.ts";
import { insertMissing } from "./upsert-subscribers.ts";

/**
 * The subscriber of this id, created with what is given when there is none; an existing one stays as it is. In place of a
 * deleted one a new subscriber is created, which has nothing of it: no profile, no addresses, no preferences, no messages.
 * For callers who have not proved who they are. Throws `invalid_input` for a wrong value.
 */
export async function createSubscriber(
  transaction: Transaction,
  scope: Scope,
  given: Omit<InlineSubscriber, "channels">,
): Promise<SubscriberRow> {
  const problem = problemOf(scope, given);
  if (problem !== undefined) throw new DomainError("invalid_input", [problem]);
  const [found] = await transaction
    .select()
    .from(subscribers)
    .where(bySubscriberId(scope, given.subscriberId))
    .for("update");
  if (found && found.deletedAt === null) return found;
  // No caller can name the deleted one any more: `~` is in no subscriberId.
  if (found) {
    await transaction
      .update(subscribers)
      .set({ subscriberId: sql`${subscribers.subscriberId} || '~' || ${subscribers.id}` })
      .where(eq(subscribers.id, found.id));
  }
  const [created] = await insertMissing(transaction, scope, [{ ...given, channels: [] }]);
  return created ?? getSubscriberWithin(transaction, scope, given.subscriberId);
}
