import { streamOf, suppressedAddress } from "#contract/constants/suppressions.ts";
import type {
  AddSuppressions,
  ChangeSuppressionRules,
  Suppression,
  SuppressionRules,
  SuppressionsAdded,
} from "#contract/suppressions.ts";
import type { Database } from "#db/client.ts";
import { addToList } from "#db/queries/suppressions/add-to-list.ts";
import { findActiveIntegrations, storeLifted } from "#db/queries/suppressions/lifted.ts";
import { saveSuppressionRules } from "#db/queries/suppressions/suppression-rules.ts";
import { deleteSuppression } from "#db/queries/suppressions/suppressions.ts";
import { storeWebhooks } from "#db/queries/webhooks/store-webhooks.ts";
import { liftedKinds } from "#providers/registry.ts";
import type { CallContext } from "../../caller.ts";
import { liftedView } from "../../views/suppressions.ts";
import { note as noteAction, noted } from "../audit.ts";

/** Adds addresses to the environment's list. One that is on it already stays as it is, unless it let critical messages through and does not any more. */
export async function addSuppressions(
  db: Database,
  call: CallContext,
  { channel, addresses, reason, note, stream = streamOf(reason) }: AddSuppressions,
): Promise<SuppressionsAdded> {
  const given = new Set(addresses.map((address) => suppressedAddress(channel, address)));
  const stored = await db.transaction(async (transaction) => {
    const entries = [...given].map((address) => ({ channel, address, reason, stream, note }));
    const rows = await addToList(transaction, call.scope, entries);
    if (rows.length === 0) return rows;
    const after = { channel, reason, stream, note, addresses: rows.map(({ address }) => address) };
    await noteAction(transaction, call, { action: "suppression.added", after });
    return rows;
  });
  return { added: stored.length, unchanged: given.size - stored.length };
}

/**
 * Has the address sent to again, and vendors asked to take it off the lists that they keep of their own: `liftAtVendors`. Throws
 * `not_found`.
 */
export async function liftSuppression(
  db: Database,
  call: CallContext,
  id: string,
  why: string | undefined,
): Promise<Suppression> {
  return db.transaction(async (transaction) => {
    const row = await deleteSuppression(transaction, call.scope, id);
    const { channel, address, reason } = row;
    const before = { channel, address, reason };
    await noteAction(transaction, call, { action: "suppression.lifted", id, before, after: { why } });
    await storeWebhooks(transaction, call.scope, [
      { type: "suppression.lifted", data: { suppressionId: id, channel, reason } },
    ]);
    const asked = (await findActiveIntegrations(transaction, call.scope, channel)).filter(
      ({ providerId }) => liftedKinds(channel, providerId, reason).length > 0,
    );
    const lifted = await storeLifted(transaction, row, { why, asked, now: new Date() });
    return liftedView(lifted.row, lifted.vendors);
  });
}

/** Replaces what the environment does with bounces by itself; what is left out is off. */
export function setSuppressionRules(
  db: Database,
  call: CallContext,
  given: ChangeSuppressionRules,
): Promise<SuppressionRules> {
  const rules = { softBounces: given.softBounces ?? null, bouncesKeptDays: given.bouncesKeptDays ?? null };
  return noted(db, call, { action: "environment.updated", id: call.scope.environmentId }, async (transaction) => {
    await saveSuppressionRules(transaction, call.scope, rules);
    return rules;
  });
}
