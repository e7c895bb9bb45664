import { randomUUID } from "node:crypto";
import { type Channel, isChannel } from "#contract/constants/channels.ts";
import { WAIT_CEILINGS } from "#contract/constants/limits.ts";
import type { ControlledType } from "#contract/step-controls.ts";
import type { ControlIssue, StepIssues } from "#contract/step-issues.ts";
import { activeChannels } from "#db/queries/integrations/integration-selection.ts";
import { findLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import type { StoredStep } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { mapLeaves } from "#domain/map-leaves.ts";
import { tierIssues } from "#domain/plan-waits.ts";
import { toLiquid } from "#domain/templates/handlebars/to-liquid.ts";
import { waitIssues } from "#domain/waits.ts";
import { compileStep } from "../../../controls/compile-step.ts";
import { controlIssues, variablesOf } from "../../../controls/control-issues.ts";
import { isEditorDocument } from "../../../controls/editor-html.ts";
import { stepVariables } from "../../../controls/step-variables.ts";

/** A step of a workflow to store. */
export interface StepPlan {
  /** Belfry's id; a new one for a new step. */
  id?: string | undefined;
  /** The name by which templates, conditions and callers mean it. */
  identifier: string;
  name: string;
  type: ControlledType;
  values: Record<string, unknown>;
}

interface BuildInput {
  plans: readonly StepPlan[];
  payloadSchema: Record<string, unknown> | null;
  /** Longest wait of the organisation's plan, in days; null for none. */
  waitDays: number | null;
}

/**
 * The steps as they are stored and executed, with what is wrong with each. Throws `invalid_input` for a
 * template in Handlebars that cannot be translated.
 */
export async function buildSteps(
  transaction: Transaction,
  scope: Scope,
  { plans, payloadSchema, waitDays }: BuildInput,
): Promise<StoredStep[]> {
  const translated = plans.map((plan, index) => ({ ...plan, values: inLiquid(plan.values, `steps.${index}`) }));
  const used = translated.flatMap(({ type, values }) => variablesOf(type, values));
  const channels = await activeChannels(transaction, scope);
  const steps: StoredStep[] = [];
  for (const plan of translated) {
    const layoutId = await layoutOf(transaction, scope, plan);
    const compiled = compileStep(plan.type, plan.values, { name: plan.name, layoutId: layoutId.id });
    const earlier = steps.map(({ uuid, stepId, type }) => ({ identifier: uuid ?? stepId, type }));
    const controls = controlIssues(plan.type, plan.values, stepVariables(earlier, { used, payloadSchema }));
    if (layoutId.fault) controls.layoutId = [{ issueType: "MISSING_VALUE", message: layoutId.fault }];
    const { template } = compiled;
    const isTooLong = waitIssues([compiled], { ceilings: WAIT_CEILINGS, now: new Date() })[0];
    const waits = [
      ...tierIssues([compiled], waitDays, new Date()),
      ...(isTooLong?.controls ?? []).map((control) => ({ control, message: isTooLong?.problem ?? "" })),
    ];
    for (const { control, message } of waits) {
      const issue: ControlIssue = { issueType: "TIER_LIMIT_EXCEEDED", message };
      controls[control] ??= [issue];
    }
    const isImpossible = template.type === "delay" && (isTooLong?.controls.length ?? 0) > 0;
    steps.push({
      stepId: plan.id ?? randomUUID(),
      uuid: plan.identifier,
      type: template.type,
      name: plan.name,
      template,
      metadata: isImpossible ? {} : compiled.metadata,
      active: true,
      shouldStopOnFail: false,
      outsideHours: "defer",
      replyCallback: {},
      filters: [],
      variants: [],
      bridgeStepId: null,
      branchId: null,
      expiresAfter: null,
      controls: plan.values,
      issues: stepIssues(controls, template.type, channels),
    });
  }
  return steps;
}

function stepIssues(
  controls: NonNullable<StepIssues["controls"]>,
  type: string,
  channels: ReadonlyMap<Channel, { primary: boolean }>,
): StepIssues {
  const found = isChannel(type) ? channels.get(type) : undefined;
  const isMissing = isChannel(type) && (type === "email" || type === "sms" ? !found?.primary : !found);
  const message = `No active integration for ${type}: add one, or activate it${type === "email" || type === "sms" ? " and make it the primary one" : ""}`;
  return {
    ...(Object.keys(controls).length > 0 && { controls }),
    ...(isMissing && { integration: { [type]: [{ issueType: "MISSING_INTEGRATION" as const, message }] } }),
  };
}

async function layoutOf(
  transaction: Transaction,
  scope: Scope,
  { type, values: { layoutId } }: StepPlan,
): Promise<{ id: string | null; fault?: string }> {
  if (type !== "email" || typeof layoutId !== "string" || layoutId === "") return { id: null };
  const found = await findLayoutByReference(transaction, scope, layoutId);
  return found ? { id: found } : { id: null, fault: `The layout ${layoutId} does not exist in this environment` };
}

/** The values with each template in Handlebars translated, so that reading them back gives Liquid. */
function inLiquid(values: Record<string, unknown>, path: string): Record<string, unknown> {
  const issues: string[] = [];
  const { skip, ...others } = values;
  const translated = mapLeaves(others, (leaf, keys) => {
    if (typeof leaf !== "string" || !leaf.includes("{{") || isEditorDocument(leaf)) return leaf;
    try {
      return toLiquid(leaf);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const field = `${path}.controlValues.${keys.join(".")}`;
      issues.push(...error.messages.map((message) => `${field} ${message}`));
      return leaf;
    }
  });
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
  return skip === undefined ? translated : { ...translated, skip };
}
