import { and, desc, eq, getTableColumns, inArray, isNull, or, sql } from "drizzle-orm";
import { CHANNELS, type Channel, isChannel } from "#contract/constants/channels.ts";
import type { PreferenceType } from "#contract/constants/statuses.ts";
import type {
  ChoiceSource,
  ChoiceSources,
  PartialWorkflowPreferences,
  SubscriberPreference,
  WorkflowPreference,
} from "#contract/preferences.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { ContextKeys } from "#domain/contexts.ts";
import { DomainError } from "#domain/errors.ts";
import {
  type ChannelPreference,
  isCriticalWorkflow,
  mergePreferences,
  type PreferenceLayers,
  resolveChannelPreference,
  workflowPreferences,
} from "#domain/preferences.ts";
import type { Database } from "../../client.ts";
import { ofContexts } from "../../context-filter.ts";
import { preferences } from "../../schema/preferences.ts";
import { workflowVersions } from "../../schema/workflows/workflow-versions.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { stepsOfMany, type VersionRow, type WorkflowRow } from "../workflows/workflow-versions.ts";
import { getWorkflow } from "../workflows/workflows.ts";
import { LAYER, memberLayer } from "./preference-layers.ts";

/** The channels of one workflow for a subscriber, with the layer that decides. */
export interface PreferenceOfWorkflow {
  workflow: WorkflowRow;
  version: VersionRow;
  preference: WorkflowPreference["preference"];
  type: PreferenceType;
  /** The channels as steps are decided: also by the subscriber's switches over all channels, which stand apart in `preference`. */
  effective: Partial<Record<Channel, ChannelPreference>>;
  /** Whether the subscriber may not choose. */
  isCritical: boolean;
  /** Whether the subscriber has switched off the whole workflow. */
  isOff: boolean;
  /** Of channels that the subscriber's choice decides, where and when it was made; older ones are unknown. */
  sources: Partial<Record<Channel, ChoiceSource>>;
}

/** The owner of a choice: a subscriber, for the notifications of exactly these contexts. */
export interface Chooser {
  subscriberId: string;
  contextKeys: ContextKeys;
}

/** Subscribers are named by Belfry's id. */
interface Shown extends Chooser {
  /** Also channels that the workflow has no active step of. */
  includeInactiveChannels?: boolean | undefined;
}

/** One for each active workflow, the newest workflow first; of those with these ids alone where some are given. */
export async function listWorkflowPreferences(
  db: Database,
  scope: Scope,
  shown: Shown,
  ids?: readonly string[],
): Promise<PreferenceOfWorkflow[]> {
  const [found, layers] = await Promise.all([
    db
      .select({ workflow: getTableColumns(workflows), version: getTableColumns(workflowVersions) })
      .from(workflows)
      .innerJoin(workflowVersions, eq(workflowVersions.id, workflows.versionId))
      .where(
        and(
          eq(workflows.environmentId, scope.environmentId),
          eq(workflows.active, true),
          isNull(workflows.deletedAt),
          ids && inArray(workflows.id, [...ids]),
        ),
      )
      .orderBy(desc(workflows.createdAt), desc(workflows.id)),
    storedLayers(db, scope, shown, ids),
  ]);
  const steps = await stepsOfMany(
    db,
    found.map(({ version }) => version.id),
  );
  return found.map(({ workflow, version }) =>
    preferenceOf({ workflow, version, steps: steps.get(version.id) ?? [] }, layers, shown),
  );
}

/** Throws `not_found` for an unknown workflow. */
export async function getWorkflowPreference(
  db: Executor,
  scope: Scope,
  workflowId: string,
  shown: Shown,
): Promise<PreferenceOfWorkflow> {
  const found = await getWorkflow(db, scope, workflowId);
  return preferenceOf(found, await storedLayers(db, scope, shown, [found.workflow.id]), shown);
}

export async function getGlobalPreference(
  db: Executor,
  scope: Scope,
  chooser: Chooser,
): Promise<SubscriberPreference | undefined> {
  return (await storedLayers(db, scope, chooser, [])).global;
}

export interface PreferenceChange {
  enabled?: boolean | undefined;
  channels?: Partial<ChannelFlags> | undefined;
  /** Channels whose choice is taken back. */
  cleared?: readonly Channel[] | undefined;
  /** The place in which the choice was made. */
  by: ChoiceSource["by"];
}

/**
 * Stores what a subscriber chose for one workflow, or for all when there is none. Only what is named changes; the rest
 * stays or is left to the next layer. Throws `invalid_input` when nothing is named for a workflow that has a choice stored.
 */
export async function setSubscriberPreference(
  transaction: Transaction,
  scope: Scope,
  { subscriberId, contextKeys: keys, workflowId }: Chooser & { workflowId: string | null },
  { enabled, channels = {}, cleared = [], by }: PreferenceChange,
): Promise<void> {
  const isNamed = enabled !== undefined || Object.keys(channels).length + cleared.length > 0;
  const type: PreferenceType = workflowId === null ? "SUBSCRIBER_GLOBAL" : "SUBSCRIBER_WORKFLOW";
  const contextKeys = keys && [...keys];
  const sources = sourcesOf({ enabled, channels }, by);
  const insert = transaction.insert(preferences).values({
    ...scopeOf(scope),
    type,
    workflowId,
    subscriberId,
    contextKeys,
    enabled: enabled ?? null,
    channels,
    sources,
  });
  const written = await (isNamed
    ? insert.onConflictDoUpdate({
        target: LAYER,
        set: {
          enabled: sql`coalesce(excluded.enabled, ${preferences.enabled})`,
          channels: sql`(${preferences.channels} || excluded.channels) - ${`{${cleared.join(",")}}`}::text[]`,
          sources: sql`(${preferences.sources} || excluded.sources) - ${`{${cleared.join(",")}}`}::text[]`,
          updatedAt: new Date(),
        },
      })
    : insert.onConflictDoNothing({ target: LAYER })
  ).returning({ id: preferences.id });
  if (written.length > 0 || workflowId === null) return;
  throw new DomainError("invalid_input", "enabled or a channel is needed: send what the preference should become");
}

/** The sources of what a choice names, which is made now. */
export function sourcesOf(
  { enabled, channels = {} }: Pick<PreferenceChange, "enabled" | "channels">,
  by: ChoiceSource["by"],
): ChoiceSources {
  const names = [...Object.keys(channels), ...(enabled === undefined ? [] : ["all"])];
  const source = { by, at: new Date().toISOString() };
  return Object.fromEntries(names.map((name) => [name, source]));
}

/** Returns where and when a subscriber made the choices for all workflows. */
export async function getGlobalSources(db: Executor, scope: Scope, chooser: Chooser): Promise<ChoiceSources> {
  return (await storedLayers(db, scope, chooser, [])).sources.get(null) ?? {};
}

interface StoredLayers {
  global?: SubscriberPreference;
  /** Of the subscriber's choices, by workflow; null for all of them. */
  sources: Map<string | null, ChoiceSources>;
  ofWorkflow: Map<string, SubscriberPreference>;
  ofMembers: Map<string, PartialWorkflowPreferences>;
}

/** All that was ever set for a subscriber's messages, by the subscriber and by members: for some workflows, or for all. */
async function storedLayers(
  db: Executor,
  scope: Scope,
  { subscriberId, contextKeys }: Chooser,
  workflowIds?: readonly string[],
): Promise<StoredLayers> {
  const rows = await db
    .select()
    .from(preferences)
    .where(
      and(
        eq(preferences.environmentId, scope.environmentId),
        or(
          and(eq(preferences.subscriberId, subscriberId), ofContexts(preferences.contextKeys, contextKeys)),
          eq(preferences.type, "USER_WORKFLOW"),
        ),
        workflowIds && or(isNull(preferences.workflowId), inArray(preferences.workflowId, [...workflowIds])),
      ),
    );
  const layers: StoredLayers = { ofWorkflow: new Map(), ofMembers: new Map(), sources: new Map() };
  for (const { type, workflowId, enabled, readOnly, channels, sources } of rows) {
    if (type !== "USER_WORKFLOW") layers.sources.set(workflowId, sources);
    if (type === "SUBSCRIBER_GLOBAL") layers.global = { enabled, channels };
    else if (workflowId === null) continue;
    else if (type === "SUBSCRIBER_WORKFLOW") layers.ofWorkflow.set(workflowId, { enabled, channels });
    else if (type === "USER_WORKFLOW") layers.ofMembers.set(workflowId, memberLayer({ enabled, readOnly, channels }));
  }
  return layers;
}

function preferenceOf(
  {
    workflow,
    version,
    steps,
  }: { workflow: WorkflowRow; version: VersionRow; steps: { type: string; active: boolean }[] },
  stored: StoredLayers,
  { includeInactiveChannels }: Shown,
): PreferenceOfWorkflow {
  const layers: PreferenceLayers = {
    critical: workflow.critical,
    workflowResource: workflowPreferences(workflow),
    userWorkflow: stored.ofMembers.get(workflow.id),
    subscriberGlobal: stored.global,
    subscriberWorkflow: stored.ofWorkflow.get(workflow.id),
  };
  const active = steps.flatMap((step): Channel[] => (step.active && isChannel(step.type) ? [step.type] : []));
  const activeChannels = includeInactiveChannels ? CHANNELS : active;
  const preference = mergePreferences({ ...layers, activeChannels });
  const isCritical = isCriticalWorkflow(layers);
  const effective = Object.fromEntries(
    activeChannels.map((channel) => [channel, resolveChannelPreference({ ...layers, channel })]),
  );
  const isOff = !isCritical && layers.subscriberWorkflow?.enabled === false;
  const sources = sourcesOfChannels(effective, layers, stored.sources, workflow.id);
  return { workflow, version, preference, type: decidingType(layers), effective, isCritical, isOff, sources };
}

/** The sources of those channels that a choice of the subscriber decides. */
function sourcesOfChannels(
  effective: PreferenceOfWorkflow["effective"],
  { subscriberWorkflow, subscriberGlobal }: PreferenceLayers,
  sources: StoredLayers["sources"],
  workflowId: string,
): PreferenceOfWorkflow["sources"] {
  const entries = CHANNELS.flatMap((channel) => {
    const decidedBy = effective[channel]?.decidedBy;
    const isOwn = decidedBy === "SUBSCRIBER_WORKFLOW";
    if (!isOwn && decidedBy !== "SUBSCRIBER_GLOBAL") return [];
    const isOff = (isOwn ? subscriberWorkflow : subscriberGlobal)?.enabled === false;
    const source = sources.get(isOwn ? workflowId : null)?.[isOff ? "all" : channel];
    return source ? [[channel, source] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The most specific layer that has a say. */
function decidingType(layers: PreferenceLayers): PreferenceType {
  if (!isCriticalWorkflow(layers)) {
    if (layers.subscriberWorkflow) return "SUBSCRIBER_WORKFLOW";
    if (layers.subscriberGlobal) return "SUBSCRIBER_GLOBAL";
  }
  return layers.userWorkflow ? "USER_WORKFLOW" : "WORKFLOW_RESOURCE";
}
