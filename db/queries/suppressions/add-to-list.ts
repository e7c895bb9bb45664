import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { storeWebhooks } from "../webhooks/store-webhooks.ts";
import { type NewSuppression, storeSuppressions } from "./suppressions.ts";

/** Stores addresses as `storeSuppressions` does, and tells endpoints of webhooks about those that are new. */
export async function addToList(
  transaction: Transaction,
  scope: Scope,
  given: readonly NewSuppression[],
): ReturnType<typeof storeSuppressions> {
  const stored = await storeSuppressions(transaction, scope, given);
  const events = stored.map(({ id, channel, reason }) => ({
    type: "suppression.created" as const,
    data: { suppressionId: id, channel, reason },
  }));
  await storeWebhooks(transaction, scope, events);
  return stored;
}
