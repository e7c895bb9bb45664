import { CHANNELS } from "#contract/constants/channels.ts";
import type {
  ChannelChoice,
  ChoiceSource,
  SubscriberPreference,
  UpdateGlobalPreference,
  UpdateWorkflowPreference,
} from "#contract/preferences.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import type { Database } from "#db/client.ts";
import {
  type Chooser,
  getGlobalPreference,
  getWorkflowPreference,
  type PreferenceChange,
  type PreferenceOfWorkflow,
  setSubscriberPreference,
} from "#db/queries/preferences/preferences.ts";
import {
  readStoredChoices,
  replaceStoredChoices,
  type StoredChoice,
  switchOffWorkflowChoices,
} from "#db/queries/preferences/stored-choices.ts";
import { setHours } from "#db/queries/subscribers/change-subscriber.ts";
import { subscribersById } from "#db/queries/subscribers/living-subscribers.ts";
import { getSubscriberWithin } from "#db/queries/subscribers/subscribers.ts";
import { storePreferenceWebhooks, storeSubscriberUpdates } from "#db/queries/webhooks/store-webhooks.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { LoggedCall, SubscriberCaller } from "../../caller.ts";
import { announcePreferences } from "../../realtime/announce.ts";
import { note } from "../audit.ts";

type Change<T> = (transaction: Transaction, changed: (subscriberId: string) => void) => Promise<T>;

/** Runs a change in a transaction, and afterwards lets the open inboxes of those whose choices it changed fetch these. */
async function inTransaction<T>(db: Database, call: LoggedCall, change: Change<T>): Promise<T> {
  const subscriberIds = new Set<string>();
  const answer = await db.transaction((transaction) => change(transaction, (id) => subscriberIds.add(id)));
  await announcePreferences(db, call, [...subscriberIds]);
  return answer;
}

/**
 * Stores what a subscriber chose for one workflow; what is not named stays. Throws `not_found` for an unknown subscriber or
 * workflow, and `invalid_input` when nothing is named. Subscribers themselves cannot choose about a critical workflow;
 * what a key chooses for them counts once it is not critical any more.
 */
export const changeWorkflowPreference = (
  db: Database,
  call: LoggedCall,
  chooser: Chooser,
  workflowId: string,
  { enabled, channel }: UpdateWorkflowPreference,
): Promise<PreferenceOfWorkflow> =>
  inTransaction(db, call, async (transaction, changed) => {
    const { scope } = call;
    const { id: subscriberId } = await getSubscriberWithin(transaction, scope, chooser.subscriberId);
    const shown = { subscriberId, contextKeys: chooser.contextKeys };
    const { workflow } = await getWorkflow(transaction, scope, workflowId);
    const changes = { enabled, ...chosenOf(channel ? [channel] : []), by: placeOf(call) };
    const { preference: before, isCritical } = await getWorkflowPreference(transaction, scope, workflow.id, shown);
    if (isCritical && call.caller.kind === "subscriber") throw criticalWorkflow(workflowId);
    await setSubscriberPreference(transaction, scope, { ...shown, workflowId: workflow.id }, changes);
    await storePreferenceWebhooks(transaction, scope, subscriberId, [workflow.id]);
    changed(subscriberId);
    const stored = await getWorkflowPreference(transaction, scope, workflow.id, shown);
    const entry = { action: "subscriber.preferences_updated", id: chooser.subscriberId, name: workflow.name } as const;
    await note(transaction, call, { ...entry, before: { ...before }, after: { ...stored.preference } });
    return stored;
  });

/** Returns the place in which the choice of a call is made. */
function placeOf({ caller, place }: LoggedCall): ChoiceSource["by"] {
  if (place) return place;
  if (caller.kind === "subscriber") return "inbox";
  return caller.kind === "key" ? "api" : "dashboard";
}

/** Channels that are chosen, and those whose choice is taken back. */
const chosenOf = (choices: readonly ChannelChoice[]): Required<Pick<PreferenceChange, "channels" | "cleared">> => ({
  channels: Object.fromEntries(
    choices.flatMap(({ type, enabled }) => (enabled === null ? [] : [[type, enabled] as const])),
  ),
  cleared: choices.flatMap(({ type, enabled }) => (enabled === null ? [type] : [])),
});

const criticalWorkflow = (id: string) =>
  new DomainError("invalid_input", `Critical workflow with id: ${id} can not be updated: it reaches every subscriber`);

/** The channels among these for which a body says something. */
export const namedChannels = (
  given: {
    [Name in keyof ChannelFlags]?: boolean | undefined;
  },
): Partial<ChannelFlags> =>
  Object.fromEntries(
    CHANNELS.flatMap((channel) => {
      const enabled = given[channel];
      return enabled === undefined ? [] : [[channel, enabled] as const];
    }),
  );

/** Channels that a subscriber chose for one workflow, which is named by its id or its identifier. */
export interface OwnChoice {
  workflow: string;
  channels: Partial<ChannelFlags>;
  /** The switch over all channels; without it, that stays. */
  enabled?: boolean | undefined;
}

/**
 * Stores what the subscriber of an inbox chose for some workflows, all or nothing; channels that are not named stay. Throws `not_found` for an unknown workflow,
 * `invalid_input` for one that nobody may choose about. Subscribers are named by Belfry's id.
 */
export const changeOwnPreferences = (
  db: Database,
  call: LoggedCall,
  chooser: Chooser,
  choices: readonly OwnChoice[],
): Promise<PreferenceOfWorkflow[]> =>
  inTransaction(db, call, async (transaction, changed) => {
    const { scope } = call;
    const { subscriberId, contextKeys } = chooser;
    const preferenceOf = (workflow: string) =>
      getWorkflowPreference(transaction, scope, workflow, { subscriberId, contextKeys });
    const by = placeOf(call);
    const writes: ({ workflowId: string } & Omit<OwnChoice, "workflow">)[] = [];
    for (const { workflow: name, channels, enabled } of choices) {
      const { workflow, isCritical } = await preferenceOf(name);
      if (isCritical) throw criticalWorkflow(name);
      if (Object.keys(channels).length > 0) writes.push({ workflowId: workflow.id, channels, enabled });
    }
    // In one order, so that two calls at once do not wait for each other in a circle. The last of equal ones counts.
    for (const { workflowId, ...change } of writes.sort((a, b) => a.workflowId.localeCompare(b.workflowId))) {
      await setSubscriberPreference(transaction, scope, { subscriberId, contextKeys, workflowId }, { ...change, by });
    }
    await storePreferenceWebhooks(
      transaction,
      scope,
      subscriberId,
      writes.map(({ workflowId }) => workflowId),
    );
    if (writes.length > 0) changed(subscriberId);
    const stored: PreferenceOfWorkflow[] = [];
    for (const { workflow } of choices) stored.push(await preferenceOf(workflow));
    if (call.caller.kind !== "subscriber" && writes.length > 0) {
      const id = (await subscribersById(transaction, scope, [subscriberId])).get(subscriberId)?.subscriberId;
      const after = Object.fromEntries(choices.map(({ workflow, channels }) => [workflow, channels]));
      await note(transaction, call, { action: "subscriber.preferences_updated", id, after });
    }
    return stored;
  });

/** The choice of a subscriber for all workflows, and when messages may reach it. */
export interface StoredGlobalPreference {
  preference: SubscriberPreference | undefined;
  hours: SubscriberHours | null;
}

/** Stores what a subscriber chose for all workflows; what is not named stays. Throws `not_found`. */
export async function changeGlobalPreference(
  { db, engine }: { db: Database; engine: Engine },
  call: LoggedCall,
  { subscriberId: externalId, contextKeys }: Chooser,
  { enabled, preferences, schedule }: UpdateGlobalPreference,
): Promise<StoredGlobalPreference> {
  const { executionIds, ...stored } = await inTransaction(db, call, async (transaction, changed) => {
    const { scope } = call;
    const { row, isChanged, executionIds } = await setHours(transaction, scope, externalId, { hours: schedule });
    if (isChanged) await storeSubscriberUpdates(transaction, scope, [externalId]);
    const changes = { enabled, ...chosenOf(preferences ?? []), by: placeOf(call) };
    const before = await getGlobalPreference(transaction, scope, { subscriberId: row.id, contextKeys });
    await setSubscriberPreference(transaction, scope, { subscriberId: row.id, contextKeys, workflowId: null }, changes);
    await storePreferenceWebhooks(transaction, scope, row.id, [null]);
    changed(row.id);
    const preference = await getGlobalPreference(transaction, scope, { subscriberId: row.id, contextKeys });
    const after = { ...preference, ...(schedule !== undefined && { hours: row.hours }) };
    const entry = { action: "subscriber.preferences_updated", id: externalId, name: "all workflows" } as const;
    await note(transaction, call, { ...entry, before: { ...before }, after });
    return { preference, hours: row.hours, executionIds };
  });
  if (executionIds.length > 0) await engine.lookAgain(executionIds);
  return stored;
}

const ALL_OFF: ChannelFlags = { in_app: false, email: false, sms: false, chat: false, push: false };

/**
 * Switches off everything that a subscriber may choose about: all channels, and what was switched on for single workflows. Choices for
 * critical workflows are switched off as well, and count once they are not critical any more. Returns what was stored before. Throws
 * `not_found`.
 */
export const unsubscribeFromEverything = (db: Database, call: LoggedCall<SubscriberCaller>): Promise<StoredChoice[]> =>
  inTransaction(db, call, async (transaction, changed) => {
    const { scope } = call;
    const { id: subscriberId } = await getSubscriberWithin(transaction, scope, call.caller.subscriberId);
    const chooser = { subscriberId, contextKeys: call.caller.contextKeys };
    const global = await readStoredChoices(transaction, scope, chooser, [null]);
    const by = placeOf(call);
    const changes = { channels: ALL_OFF, by };
    await setSubscriberPreference(transaction, scope, { ...chooser, workflowId: null }, changes);
    const before = [...global, ...(await switchOffWorkflowChoices(transaction, scope, chooser, by))];
    const workflowIds = before.map(({ workflowId }) => workflowId);
    await storePreferenceWebhooks(transaction, scope, subscriberId, workflowIds);
    changed(subscriberId);
    return before;
  });

/** Stores choices of a subscriber as they were before a change. Throws `not_found`. */
export const restoreChoices = (
  db: Database,
  call: LoggedCall<SubscriberCaller>,
  choices: readonly StoredChoice[],
): Promise<void> =>
  inTransaction(db, call, async (transaction, changed) => {
    const { scope } = call;
    const { id: subscriberId } = await getSubscriberWithin(transaction, scope, call.caller.subscriberId);
    const { contextKeys } = call.caller;
    const stored = await replaceStoredChoices(
      transaction,
      scope,
      { subscriberId, contextKeys },
      choices,
      placeOf(call),
    );
    const workflowIds = stored.map(({ workflowId }) => workflowId);
    await storePreferenceWebhooks(transaction, scope, subscriberId, workflowIds);
    changed(subscriberId);
  });
