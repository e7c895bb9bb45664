import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { ChoiceSource } from "#contract/preferences.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import { ofContexts } from "../../context-filter.ts";
import { preferences } from "../../schema/preferences.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { LAYER } from "./preference-layers.ts";
import { type Chooser, sourcesOf } from "./preferences.ts";

/** A subscriber's choice as it is stored, for a workflow, or for all when there is none; null where nothing is stored. */
export interface StoredChoice {
  workflowId: string | null;
  choice: { enabled: boolean | null; channels: Partial<ChannelFlags> } | null;
}

const ofSubscriber = ({ environmentId }: Scope, { subscriberId, contextKeys }: Chooser) =>
  and(
    eq(preferences.environmentId, environmentId),
    eq(preferences.subscriberId, subscriberId),
    ofContexts(preferences.contextKeys, contextKeys),
    inArray(preferences.type, ["SUBSCRIBER_GLOBAL", "SUBSCRIBER_WORKFLOW"]),
  );

/** The stored choices of a subscriber for all workflows and for these ones. */
export async function readStoredChoices(
  db: Executor,
  scope: Scope,
  chooser: Chooser,
  workflowIds: readonly (string | null)[],
): Promise<StoredChoice[]> {
  const named = workflowIds.filter((id) => id !== null);
  const rows = await db
    .select()
    .from(preferences)
    .where(
      and(ofSubscriber(scope, chooser), or(isNull(preferences.workflowId), inArray(preferences.workflowId, named))),
    );
  const stored = new Map(rows.map(({ workflowId, enabled, channels }) => [workflowId, { enabled, channels }]));
  return workflowIds.map((workflowId) => ({ workflowId, choice: stored.get(workflowId) ?? null }));
}

/** Switches off what a subscriber chose to get of single workflows. Returns the choices as they were. */
export async function switchOffWorkflowChoices(
  transaction: Transaction,
  scope: Scope,
  chooser: Chooser,
  by: ChoiceSource["by"],
): Promise<StoredChoice[]> {
  const isOn = sql`jsonb_path_exists(${preferences.channels}, '$.* ? (@ == true)')`;
  const where = and(ofSubscriber(scope, chooser), eq(preferences.type, "SUBSCRIBER_WORKFLOW"), isOn);
  const before = await transaction.select().from(preferences).where(where).orderBy(preferences.id).for("update");
  if (before.length > 0) {
    const off = sql`(select jsonb_object_agg(name, false) from jsonb_object_keys(${preferences.channels}) as names (name))`;
    const source = JSON.stringify({ by, at: new Date().toISOString() });
    const sources = sql`${preferences.sources} || (
      select jsonb_object_agg(name, ${source}::text::jsonb) from jsonb_object_keys(${preferences.channels}) as names (name))`;
    await transaction.update(preferences).set({ channels: off, sources, updatedAt: new Date() }).where(where);
  }
  return before.map(({ workflowId, enabled, channels }) => ({ workflowId, choice: { enabled, channels } }));
}

/** Stores choices exactly as given. Those for workflows that the environment does not have are left out; returns the others. */
export async function replaceStoredChoices(
  transaction: Transaction,
  scope: Scope,
  chooser: Chooser,
  choices: readonly StoredChoice[],
  by: ChoiceSource["by"],
): Promise<StoredChoice[]> {
  const named = choices.flatMap(({ workflowId }) => (workflowId === null ? [] : [workflowId]));
  const found = await transaction
    .select({ id: workflows.id })
    .from(workflows)
    .where(
      and(eq(workflows.environmentId, scope.environmentId), inArray(workflows.id, named), isNull(workflows.deletedAt)),
    );
  const known = new Set<string | null>([null, ...found.map(({ id }) => id)]);
  // In one order, so that two calls at once do not wait for each other in a circle.
  const stored = choices
    .filter(({ workflowId }) => known.has(workflowId))
    .sort((a, b) => (a.workflowId ?? "").localeCompare(b.workflowId ?? ""));
  const { subscriberId } = chooser;
  const contextKeys = chooser.contextKeys && [...chooser.contextKeys];
  for (const { workflowId, choice } of stored) {
    if (choice === null) {
      const ofWorkflow = workflowId === null ? isNull(preferences.workflowId) : eq(preferences.workflowId, workflowId);
      await transaction.delete(preferences).where(and(ofSubscriber(scope, chooser), ofWorkflow));
      continue;
    }
    const type = workflowId === null ? "SUBSCRIBER_GLOBAL" : "SUBSCRIBER_WORKFLOW";
    const sources = sourcesOf({ enabled: choice.enabled ?? undefined, channels: choice.channels }, by);
    await transaction
      .insert(preferences)
      .values({ ...scopeOf(scope), type, workflowId, subscriberId, contextKeys, ...choice, sources })
      .onConflictDoUpdate({
        target: LAYER,
        set: { ...choice, sources, updatedAt: new Date() },
      });
  }
  return stored;
}
