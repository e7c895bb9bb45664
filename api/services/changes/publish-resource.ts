import type { Plan } from "#contract/constants/plans.ts";
import { enableChangesOf } from "#db/queries/changes/changes.ts";
import { layoutState } from "#db/queries/changes/entity-states.ts";
import { lockAnyLayout, lockAnyWorkflow, lockEnvironment, type Promotable } from "#db/queries/changes/promotable.ts";
import { lockLayoutCopy, lockWorkflowCopy } from "#db/queries/changes/promoted-copies.ts";
import { templateStates, workflowState } from "#db/queries/changes/record-workflow.ts";
import type { LayoutRow } from "#db/queries/layouts/layouts.ts";
import { findMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import { keepCurrentVersion, type VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { withVersion } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { AuthoredCall } from "../../caller.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { note } from "../audit.ts";
import { requirePlannedWorkflows } from "../organizations/require-plan.ts";
import { copyWorkflowV2 } from "../v2/workflows/copy-workflow.ts";
import { contentOf } from "../v2/workflows/require-current.ts";
import type { SaveServices } from "../workflows/store-workflow.ts";
import { promoteLayout } from "./promote-layout.ts";
import { promoteNamedGroups } from "./promote-named-groups.ts";
import { promoteWorkflow } from "./promote-workflow.ts";
import type { Promotion } from "./promotion.ts";
import { publishTranslationGroup } from "./publish-translations.ts";
import { type Copied, NOTHING, outcomeOf, type Published, rowsOf } from "./published.ts";

/** Ends the transaction of a dry run. */
class RolledBack extends Error {}

interface PublishOneOptions {
  plan: Plan;
  /** Whether only to find out what would change. */
  dryRun?: boolean;
  /** The source as it has to be, by its `sourceDigest`. Another one is refused. */
  expected?: string;
  /** Is called in the transaction that publishes, with its result. */
  onPublished?: (transaction: Transaction, published: Published) => Promise<void>;
}

/** Copies one workflow, layout or translation group in a transaction of its own; in a dry run it is rolled back. */
export async function publishOne(
  { db, mjml }: SaveServices,
  call: AuthoredCall,
  promotion: Promotion,
  resource: Promotable,
  { plan, dryRun = false, expected, onPublished }: PublishOneOptions,
): Promise<Published> {
  let published: Published = {
    resource,
    source: null,
    target: null,
    action: "skipped",
    before: [],
    after: [],
    changes: [],
    layoutIds: [],
    groupIds: [],
    sourceDigest: "",
    targetDigest: "",
    undo: null,
  };
  try {
    await db.transaction(async (transaction) => {
      if (!(await lockEnvironment(transaction, promotion.target))) {
        throw new DomainError("not_found", "The environment was deleted");
      }
      const publish = {
        translation_group: () => publishTranslationGroup(transaction, promotion, resource),
        layout: () => publishLayout(transaction, promotion, resource),
        workflow: () => publishWorkflow({ transaction, mjml }, promotion, resource, plan),
      };
      published = await publish[resource.kind]();
      if (expected !== undefined && published.sourceDigest !== expected) {
        throw new DomainError("conflict", "It was changed after the approval was asked for: ask again");
      }
      if (dryRun) throw new RolledBack();
      await onPublished?.(transaction, published);
      if (published.action === "skipped") return;
      const { name, id } = resource;
      const after = { [resource.kind]: published.action, from: promotion.source.environmentId };
      const { environmentId } = promotion.target;
      await note(transaction, call, { action: "environment.published", id, name, environmentId, after });
    });
  } catch (error) {
    if (error instanceof DomainError) return { ...published, action: "skipped", error: error.message };
    if (!(error instanceof RolledBack)) throw error;
  }
  return published;
}

async function publishLayout(transaction: Transaction, promotion: Promotion, resource: Promotable): Promise<Published> {
  const { source, target } = promotion;
  const layout = await lockAnyLayout(transaction, source, resource.id);
  const copy = await lockLayoutCopy(transaction, target, resource.id);
  if (layout) {
    await promoteLayout(transaction, promotion, layoutState(layout));
    await enableChangesOf(transaction, source, [layout.id]);
  }
  const changed = await lockLayoutCopy(transaction, target, resource.id);
  const copied = (row: typeof copy): Copied => (row ? layoutCopy(row) : NOTHING);
  const state = copy && copied(copy).states[0];
  const undo = changed && { id: changed.id, state: state?.kind === "layout" ? state : null };
  const original = layout ? [layoutState(layout)] : [];
  const groupIds = layout ? await promoteNamedGroups(transaction, promotion, layout.content) : [];
  return { resource, groupIds, ...rowsOf(layout, copy), ...outcomeOf(original, copied(copy), copied(changed), undo) };
}

async function publishWorkflow(
  { transaction, mjml }: { transaction: Transaction; mjml: MjmlCompiler },
  promotion: Promotion,
  resource: Promotable,
  plan: Plan,
): Promise<Published> {
  const { source, target } = promotion;
  const workflow = await lockAnyWorkflow(transaction, source, resource.id);
  const copyOf = async () => workflow && (await lockWorkflowCopy(transaction, promotion, workflow));
  const current = workflow && (await withVersion(transaction, workflow));
  const original = await workflowCopy(transaction, source, current);
  const copy = await copyOf();
  if (copy) await keepCurrentVersion(transaction, copy.id);
  const kept = copy && (await withVersion(transaction, copy));
  const before = await workflowCopy(transaction, target, kept);
  if (current?.workflow.origin === "novu-cloud") {
    await copyWorkflowV2({ transaction, mjml }, promotion, current, plan);
  } else if (current) {
    const { workflow, steps } = current;
    const templates = templateStates(workflow, steps);
    await promoteWorkflow(transaction, promotion, {
      state: workflowState(workflow, steps),
      templates: new Map(templates.map(({ id, template }) => [id, template])),
    });
    const isNew = before.states.length === 0 && workflow.deletedAt === null;
    if (isNew) await requirePlannedWorkflows(transaction, target, plan.workflows);
    await enableChangesOf(transaction, source, [workflow.id, ...templates.map(({ id }) => id)]);
  }
  const changed = await copyOf();
  const [state] = before.states;
  const undo = changed && {
    id: changed.id,
    state: state?.kind === "workflow" && kept ? { ...state, steps: [], number: kept.version.number } : null,
  };
  const after = await workflowCopy(transaction, target, changed && (await withVersion(transaction, changed)));
  const groupIds = await promoteNamedGroups(transaction, promotion, current?.steps ?? []);
  return { resource, groupIds, ...rowsOf(workflow, copy), ...outcomeOf(original.states, before, after, undo) };
}

export const layoutCopy = (row: LayoutRow): Copied =>
  row.deletedAt === null ? { states: [layoutState(row)], content: null } : NOTHING;

/** A workflow with everything that publishing copies; nothing of a deleted one. */
export async function workflowCopy(
  transaction: Transaction,
  scope: Scope,
  current: VersionWithSteps | undefined,
): Promise<Copied> {
  if (current?.workflow.deletedAt !== null) return NOTHING;
  const { workflow, version, steps } = current;
  const content = contentOf(current);
  const state = workflowState(workflow, steps);
  const templates = templateStates(workflow, steps);
  if (workflow.origin !== "novu-cloud") return { states: [state, ...templates], content };
  const { preferencesEnabled, hasIssues } = workflow;
  const { payloadSchema, validatePayload } = version;
  const userPreferences = await findMemberPreferences(transaction, scope, workflow.id);
  const definition = { preferencesEnabled, hasIssues, payloadSchema, validatePayload, userPreferences };
  return { states: [{ ...state, definition }, ...templates], content };
}
