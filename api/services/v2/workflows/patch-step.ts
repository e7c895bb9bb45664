import type { AuthoredCall } from "#api/caller.ts";
import { compileAhead } from "#api/mjml/compile-template.ts";
import { publishedOnly } from "#api/published-only.ts";
import type { PatchStep } from "#contract/v2/workflows.ts";
import { saveControlValues } from "#db/queries/bridge/control-values.ts";
import { findAnyEnvironment } from "#db/queries/environments/environments.ts";
import { type StepRow, storedStepOf } from "#db/queries/workflows/workflow-steps.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import type { Executor } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/values/short-id.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import { noteBridgeIssues, requireControls } from "../../bridge/control-faults.ts";
import { changing, noteSaved, type SaveServices, storeChanges } from "../../workflows/store-workflow.ts";
import { buildSteps } from "./build-steps.ts";
import { changedPlan, identifierOf } from "./plan-steps.ts";
import { requireCurrent } from "./require-current.ts";
import { byReference, takesBareNamesOf } from "./save-workflow.ts";

/** The step that a path parameter names: by id, slug or identifier. Throws `invalid_input` as this wire has it. */
export function stepByReference({ workflow, steps }: VersionWithSteps, reference: string): StepRow {
  const id = idIn(reference);
  const found = steps.find(({ stepId }) => stepId === id) ?? steps.find((step) => identifierOf(step) === reference);
  if (found) return found;
  throw new DomainError("invalid_input", "No step found", { stepId: reference, workflowId: workflow.identifier });
}

/** Throws `forbidden` for a member in an environment that gets its workflows from another one. */
async function requireOwnContent(db: Executor, { scope, caller }: AuthoredCall): Promise<void> {
  if (caller.kind !== "member") return;
  const environment = await findAnyEnvironment(db, scope.environmentId);
  if (environment?.parentId) throw publishedOnly(environment.name);
}

/**
 * Changes one step and leaves the others, all issues and the status as they are; returns the workflow's id. Of a step that is code, each
 * environment has values of its own. Throws `not_found` for the workflow, `invalid_input` for the step and for values that its code would
 * refuse, and `forbidden` as above for all others.
 */
export async function patchStep(
  services: SaveServices,
  call: AuthoredCall,
  { workflowId, stepId }: { workflowId: string; stepId: string },
  { baseVersion, ...changes }: PatchStep,
): Promise<{ id: string; stepId: string }> {
  const { scope } = call;
  const { waitDays } = await organizationPlan(services, scope);
  await compileAhead(services.mjml, [changes.controlValues?.body]);
  return changing(services.db, call, byReference(scope, workflowId), async (transaction, current) => {
    await requireCurrent(transaction, current, baseVersion);
    const step = stepByReference(current, stepId);
    const changed = { id: current.workflow.id, stepId: step.stepId };
    if (step.bridgeStepId !== null) {
      const { controlValues } = changes;
      if (controlValues === undefined) return changed;
      const values = {
        workflowId: current.workflow.id,
        bridgeStepId: step.bridgeStepId,
        controls: controlValues ?? {},
      };
      requireControls(current, step.bridgeStepId, values.controls, "controlValues");
      await saveControlValues(transaction, scope, values);
      await noteBridgeIssues(transaction, scope, current);
      await noteSaved(transaction, call, current.workflow.id);
      return changed;
    }
    await requireOwnContent(transaction, call);
    const plans = current.steps.map((row) => changedPlan(row, row === step ? changes : {}));
    const { payloadSchema } = current.version;
    const takesBareNames = takesBareNamesOf(current);
    const built = await buildSteps({ transaction, mjml: services.mjml }, scope, {
      plans,
      payloadSchema,
      waitDays,
      takesBareNames,
    });
    const steps = current.steps.map((row, index) => {
      const rebuilt = built[index];
      return row === step && rebuilt ? { ...rebuilt, issues: row.issues } : storedStepOf(row);
    });
    await storeChanges(transaction, call, current, { steps });
    return changed;
  });
}
