import type { CreateWorkflow } from "#contract/workflows/workflows.ts";
import { groupState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import {
  insertNotificationGroup,
  listNotificationGroups,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { notFound } from "#domain/errors.ts";

/** The group of a blueprint's name, for a workflow that is made from it: found, or created. Throws `not_found` without a name. */
export async function blueprintGroupId(
  transaction: Transaction,
  scope: Scope,
  creatorId: string,
  { notificationGroup }: CreateWorkflow,
): Promise<string> {
  if (!notificationGroup?.name) throw notFound("notificationGroup.name is needed with blueprintId");
  const groups = await listNotificationGroups(transaction, scope);
  const found = groups.find(({ name }) => name === notificationGroup.name);
  if (found) return found.id;
  const group = await insertNotificationGroup(transaction, scope, notificationGroup.name);
  await recordChanges(transaction, scope, creatorId, [{ type: "NotificationGroup", state: groupState(group) }]);
  return group.id;
}

/** The steps of a blueprint, whose feeds are those of another environment. */
export const withoutFeeds = (steps: CreateWorkflow["steps"]): CreateWorkflow["steps"] =>
  steps.map((step) => ({
    ...step,
    template: { ...step.template, feedId: null },
    variants: step.variants.map((variant) => ({ ...variant, template: { ...variant.template, feedId: null } })),
  }));
