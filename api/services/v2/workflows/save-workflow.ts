import type { AuthoredCall } from "#api/caller.ts";
import { compileAhead } from "#api/mjml/compile-template.ts";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import type { PartialWorkflowPreferences, WorkflowPreferences } from "#contract/preferences.ts";
import {
  type CreateWorkflowV2,
  type PatchWorkflowV2,
  type UpdateWorkflowV2,
  WorkflowTexts,
} from "#contract/v2/workflows.ts";
import type { Database } from "#db/client.ts";
import { findControlValues, saveControlValues } from "#db/queries/bridge/control-values.ts";
import { channelFlags, saveMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import { insertWorkflow } from "#db/queries/workflows/save-workflow.ts";
import { hasControlIssues, type StoredStep } from "#db/queries/workflows/workflow-steps.ts";
import type { VersionPayload, VersionWithSteps, WorkflowRow } from "#db/queries/workflows/workflow-versions.ts";
import { findByReference } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { uncheckableKeywords } from "#domain/json-schemas/json-schema.ts";
import { completePreferences } from "#domain/preferences.ts";
import { isDeepEqual } from "#domain/values/deep-equal.ts";
import { slugify } from "#domain/values/slug.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import { notedIn } from "../../audit.ts";
import { noteBridgeIssues, requireControls } from "../../bridge/control-faults.ts";
import { requireGroup } from "../../workflows/require-group.ts";
import { changing, creating, type SaveServices, storeChanges, storeDeletion } from "../../workflows/store-workflow.ts";
import { buildSteps } from "./build-steps.ts";
import { groupOfNew } from "./group-of-new.ts";
import { identifierOf, planSteps } from "./plan-steps.ts";
import { requireCurrent } from "./require-current.ts";

/** Creates a workflow of `/v2/workflows`; returns its id. Throws `invalid_input` naming the field. */
export async function createWorkflowV2(
  services: SaveServices,
  call: AuthoredCall,
  body: CreateWorkflowV2,
): Promise<string> {
  const { scope } = call;
  const { db } = services;
  const notificationGroupId = body.notificationGroupId ?? (await groupOfNew(db, scope));
  if (body.notificationGroupId !== undefined) await requireGroup(db, scope, body.notificationGroupId);
  const plan = await organizationPlan(services, scope);
  const payload = payloadOf(body);
  const plans = planSteps(body.steps);
  await compileAhead(services.mjml, bodiesOf(body));
  const takesBareNames = body.origin === "novu-cloud-v1";
  return creating(db, call, plan, async (transaction) => {
    const steps = await buildSteps({ transaction, mjml: services.mjml }, scope, {
      plans,
      waitDays: plan.waitDays,
      takesBareNames,
      ...payload,
    });
    const { id } = await insertWorkflow(transaction, scope, {
      identifier: body.workflowId || slugify(body.name),
      fields: {
        ...fieldsOf(body, steps),
        ...resourceFields(completePreferences(body.preferences?.workflow)),
        ...(takesBareNames ? ({ origin: "novu-cloud-v1" } as const) : MADE_OF_CONTROLS),
        notificationGroupId,
      },
      creatorId: call.caller.userId,
      steps,
      payload,
    });
    if (body.preferences?.user) await saveUserPreferences(transaction, scope, id, body.preferences.user);
    return id;
  });
}

/**
 * Replaces a workflow; returns its id. Of a code-first workflow, only what members set is taken: whether it is active, preferences and
 * control values. Throws `not_found`, and `invalid_input` naming the field.
 */
export async function replaceWorkflowV2(
  services: SaveServices,
  call: AuthoredCall,
  reference: string,
  body: UpdateWorkflowV2,
): Promise<string> {
  const { scope } = call;
  const { waitDays } = await organizationPlan(services, scope);
  await compileAhead(services.mjml, bodiesOf(body));
  return changing(services.db, call, byReference(scope, reference), async (transaction, current) => {
    const { workflow } = current;
    await requireCurrent(transaction, current, body.baseVersion);
    if (workflow.origin === "external") await replaceExternal(transaction, call, current, body);
    else {
      requireLengths(body, current);
      const payload = payloadOf(body, current.version);
      const plans = planSteps(body.steps, current.steps);
      const takesBareNames = takesBareNamesOf(current);
      const steps = await buildSteps({ transaction, mjml: services.mjml }, scope, {
        plans,
        waitDays,
        takesBareNames,
        ...payload,
      });
      const fields = { ...fieldsOf(body, steps, current), ...givenResourceFields(body, current) };
      await storeChanges(transaction, call, current, { fields, steps, payload });
    }
    const user = body.preferences?.user;
    if (user !== undefined) await saveUserPreferences(transaction, scope, workflow.id, user);
    return workflow.id;
  });
}

/** Changes what is given; returns the workflow's id. Steps and their issues stay as they are. Throws `not_found`, `invalid_input`. */
export async function patchWorkflowV2(
  db: Database,
  call: AuthoredCall,
  reference: string,
  { name, description, tags, active, severity, notificationGroupId, baseVersion, ...payload }: PatchWorkflowV2,
): Promise<string> {
  const { scope } = call;
  if (notificationGroupId !== undefined) await requireGroup(db, scope, notificationGroupId);
  return changing(db, call, byReference(scope, reference), async (transaction, current) => {
    await requireCurrent(transaction, current, baseVersion);
    const fields = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags }),
      ...(severity !== undefined && { severity }),
      ...(notificationGroupId !== undefined && { notificationGroupId }),
      // Whoever switches it does not want to be told of issues.
      ...(active !== undefined && { active, hasIssues: false }),
    };
    await storeChanges(transaction, call, current, { fields, payload: payloadOf(payload, current.version) });
    return current.workflow.id;
  });
}

/** Throws `not_found`. */
export async function removeWorkflowV2(db: Database, call: AuthoredCall, reference: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const { id } = (await byReference(call.scope, reference)(transaction)).workflow;
    await notedIn(transaction, call, { action: "workflow.deleted", id }, () => storeDeletion(transaction, call, id));
  });
}

/** Locks the workflow that a path parameter names. */
export const byReference = (scope: Scope, reference: string) => (transaction: Transaction) =>
  findByReference(transaction, scope, reference, { lock: true });

/** Type and origin of a workflow of `/v2/workflows`. */
export const MADE_OF_CONTROLS = { type: "BRIDGE", origin: "novu-cloud" } as const;

/** The bodies of the messages of a request. */
const bodiesOf = ({ steps }: Pick<UpdateWorkflowV2, "steps">): unknown[] =>
  steps.flatMap(({ controlValues, variants }) =>
    [controlValues, ...(variants ?? []).map((variant) => variant.controlValues)].map((values) => values?.body),
  );

/** Whether the templates of a workflow name variables of the payload by their bare names: those of `/v1/workflows`. */
export const takesBareNamesOf = ({ workflow }: Pick<VersionWithSteps, "workflow">): boolean =>
  workflow.origin === "novu-cloud-v1";

/** `/v1/workflows` takes longer texts: they may stay as they are. Throws `invalid_input`. */
function requireLengths(body: UpdateWorkflowV2, { workflow, steps }: VersionWithSteps): void {
  const { name, description, tags } = body;
  const changed = {
    ...(name !== workflow.name && { name }),
    ...(description !== (workflow.description ?? undefined) && { description }),
    ...(!isDeepEqual(tags, workflow.tags) && { tags }),
  };
  const names = new Set(steps.map((step) => step.name));
  const result = WorkflowTexts.safeParse({
    ...changed,
    steps: body.steps.map((step) => (names.has(step.name) ? {} : { name: step.name })),
  });
  if (result.success) return;
  throw new DomainError(
    "invalid_input",
    result.error.issues.map((issue) => `${issue.path.join(".")} ${issueSentence(issue)}`),
  );
}

export async function saveUserPreferences(
  transaction: Transaction,
  scope: Scope,
  workflowId: string,
  given: PartialWorkflowPreferences | null,
): Promise<void> {
  await saveMemberPreferences(transaction, scope, workflowId, given && completePreferences(given));
}

async function replaceExternal(
  transaction: Transaction,
  call: AuthoredCall,
  current: VersionWithSteps,
  { steps, active }: UpdateWorkflowV2,
): Promise<void> {
  const { scope } = call;
  for (const [index, { _id, stepId, controlValues }] of steps.entries()) {
    const row = current.steps.find((step) => step.stepId === _id || (!_id && identifierOf(step) === stepId));
    if (!row?.bridgeStepId) {
      throw new DomainError("invalid_input", [
        `steps.${index} is not part of this workflow: steps of code-first workflows are added by its code`,
      ]);
    }
    if (controlValues === undefined) continue;
    const step = { workflowId: current.workflow.id, bridgeStepId: row.bridgeStepId, controls: controlValues ?? {} };
    const before = await findControlValues(transaction, scope, step);
    // Stored values come back with everything else, also those that code which was deployed since refuses.
    if (!isDeepEqual(before?.controls ?? {}, step.controls)) {
      requireControls(current, row.bridgeStepId, step.controls, `steps.${index}.controlValues`);
    }
    await saveControlValues(transaction, scope, step);
  }
  await storeChanges(transaction, call, current, { fields: { active: active ?? true } });
  await noteBridgeIssues(transaction, scope, current);
}

function fieldsOf(
  { name, description, tags, active, severity }: UpdateWorkflowV2,
  steps: readonly StoredStep[],
  current?: VersionWithSteps,
) {
  return {
    name,
    description: description ?? null,
    tags: tags ?? [],
    active: active ?? true,
    hasIssues: hasControlIssues(steps),
    severity: severity ?? current?.workflow.severity ?? "none",
  };
}

/** Preferences that `/v1/workflows` has set stay where nothing is said about them; others are then the usual ones. */
function givenResourceFields({ preferences }: UpdateWorkflowV2, current: VersionWithSteps) {
  if (takesBareNamesOf(current) && !preferences?.workflow) return {};
  return resourceFields(completePreferences(preferences?.workflow), current.workflow);
}

/** The preferences of a definition as its row has them. */
const resourceFields = (preferences: WorkflowPreferences, current?: Pick<WorkflowRow, "critical">) => ({
  preferenceSettings: channelFlags(preferences),
  preferencesReadOnly: preferences.all.readOnly,
  preferencesEnabled: preferences.all.enabled,
  // Of `/v1/workflows`, where it means the same.
  critical: current?.critical === true && preferences.all.readOnly,
});

/** The schema that counts after a change. Throws `invalid_input` where payloads cannot be checked by it. */
function payloadOf(
  given: { payloadSchema?: Record<string, unknown> | null | undefined; validatePayload?: boolean | null | undefined },
  current?: VersionPayload,
): VersionPayload {
  const payloadSchema = given.payloadSchema === undefined ? (current?.payloadSchema ?? null) : given.payloadSchema;
  const validatePayload = given.validatePayload ?? current?.validatePayload ?? false;
  const [keyword] = validatePayload ? uncheckableKeywords(payloadSchema) : [];
  if (keyword === undefined) return { payloadSchema, validatePayload };
  throw new DomainError("invalid_input", [
    `payloadSchema.${keyword} cannot be used to check payloads: leave it out, or set validatePayload to false`,
  ]);
}
