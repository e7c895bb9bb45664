import type { SubscriberPreference, UpdateGlobalPreference, UpdateWorkflowPreference } from "#contract/preferences.ts";
import type { SubscriberHours } from "#contract/subscriber-hours.ts";
import type { Database } from "#db/client.ts";
import {
  getGlobalPreference,
  getWorkflowPreference,
  type PreferenceOfWorkflow,
  setSubscriberPreference,
} from "#db/queries/preferences/preferences.ts";
import { getSubscriber, setHours } from "#db/queries/subscribers/subscribers.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../caller.ts";

/**
 * Stores what a subscriber chose for one workflow; what is not named stays. Throws `not_found` for an unknown subscriber or
 * workflow, and `invalid_input` when nothing is named.
 */
export const changeWorkflowPreference = (
  db: Database,
  { scope }: CallContext,
  externalId: string,
  workflowId: string,
  { enabled, channel }: UpdateWorkflowPreference,
): Promise<PreferenceOfWorkflow> =>
  db.transaction(async (transaction) => {
    const { id: subscriberId } = await getSubscriber(transaction, scope, externalId);
    const { workflow } = await getWorkflow(transaction, scope, workflowId);
    const changes = { enabled: enabled ?? undefined, channels: channel ? { [channel.type]: channel.enabled } : {} };
    await setSubscriberPreference(transaction, scope, { subscriberId, workflowId: workflow.id }, changes);
    return getWorkflowPreference(transaction, scope, workflow.id, { subscriberId });
  });

/** The choice of a subscriber for all workflows, and when messages may reach it. */
export interface StoredGlobalPreference {
  preference: SubscriberPreference | undefined;
  hours: SubscriberHours | null;
}

/** Stores what a subscriber chose for all workflows; what is not named stays. Throws `not_found`. */
export async function changeGlobalPreference(
  { db, engine }: { db: Database; engine: Engine },
  { scope }: CallContext,
  externalId: string,
  { enabled, preferences, schedule }: UpdateGlobalPreference,
): Promise<StoredGlobalPreference> {
  const { executionIds, ...stored } = await db.transaction(async (transaction) => {
    const { row, executionIds } = await setHours(transaction, scope, externalId, { hours: schedule });
    const channels = Object.fromEntries((preferences ?? []).map((choice) => [choice.type, choice.enabled]));
    const changes = { enabled: enabled ?? undefined, channels };
    await setSubscriberPreference(transaction, scope, { subscriberId: row.id, workflowId: null }, changes);
    return { preference: await getGlobalPreference(transaction, scope, row.id), hours: row.hours, executionIds };
  });
  if (executionIds.length > 0) await engine.lookAgain(executionIds);
  return stored;
}
