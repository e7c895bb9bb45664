import { enableChangesOf } from "#db/queries/changes/changes.ts";
import { groupState } from "#db/queries/changes/entity-states.ts";
import { lockGroupCopy } from "#db/queries/changes/promoted-copies.ts";
import {
  findNotificationGroup,
  insertNotificationGroup,
  renameNotificationGroup,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { GroupState } from "#db/schema/accounts/changes.ts";
import type { Transaction } from "#db/transaction.ts";
import { notFound } from "#domain/errors.ts";
import type { Promotion } from "./promotion.ts";

/** Creates or renames the copy of a group. Returns the copy's id. */
export async function promoteGroup(
  transaction: Transaction,
  { target }: Promotion,
  { id, name }: GroupState,
): Promise<string> {
  const copy = await lockGroupCopy(transaction, target, id);
  if (!copy) return (await insertNotificationGroup(transaction, target, name, id)).id;
  if (copy.name !== name) await renameNotificationGroup(transaction, target, copy.id, name);
  return copy.id;
}

/**
 * The copy of a group, for a workflow in it: one that was never promoted is promoted now, and its changes with it. Throws `not_found`
 * when there is neither.
 */
export async function targetGroupId(transaction: Transaction, promotion: Promotion, groupId: string): Promise<string> {
  const { source, target } = promotion;
  const copy = await lockGroupCopy(transaction, target, groupId);
  if (copy) return copy.id;
  const group = await findNotificationGroup(transaction, source, groupId);
  if (!group) throw notFound(`Notification group ${groupId} is gone: give the workflow another one, and apply again`);
  await enableChangesOf(transaction, source, [groupId]);
  return promoteGroup(transaction, promotion, groupState(group));
}
