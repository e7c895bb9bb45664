import { and, eq, isNull } from "drizzle-orm";
import type { WorkflowPreferences } from "#contract/preferences.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import { completePreferences } from "#domain/preferences.ts";
import { preferences } from "../../schema/preferences.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { LAYER, memberLayer } from "./preference-layers.ts";

const layerOf = (scope: Scope, workflowId: string) =>
  and(
    eq(preferences.environmentId, scope.environmentId),
    eq(preferences.type, "USER_WORKFLOW"),
    eq(preferences.workflowId, workflowId),
    isNull(preferences.subscriberId),
  );

/** The preferences that members of the organisation set for the workflow; null when nobody did. */
export async function findMemberPreferences(
  db: Executor,
  scope: Scope,
  workflowId: string,
): Promise<WorkflowPreferences | null> {
  const [row] = await db.select().from(preferences).where(layerOf(scope, workflowId));
  return row ? completePreferences(memberLayer(row)) : null;
}

/** Stores them in place of those that there are; null removes them. */
export async function saveMemberPreferences(
  transaction: Transaction,
  scope: Scope,
  workflowId: string,
  given: WorkflowPreferences | null,
): Promise<void> {
  if (!given) {
    await transaction.delete(preferences).where(layerOf(scope, workflowId));
    return;
  }
  const { enabled, readOnly } = given.all;
  const layer = { enabled, readOnly, channels: channelFlags(given) };
  await transaction
    .insert(preferences)
    .values({ ...scopeOf(scope), type: "USER_WORKFLOW", workflowId, subscriberId: null, ...layer })
    .onConflictDoUpdate({
      target: LAYER,
      set: { ...layer, updatedAt: new Date() },
    });
}

/** The channels of complete preferences as they are stored. */
export function channelFlags({ channels: { in_app, email, sms, chat, push } }: WorkflowPreferences): ChannelFlags {
  return {
    in_app: in_app.enabled,
    email: email.enabled,
    sms: sms.enabled,
    chat: chat.enabled,
    push: push.enabled,
  };
}
