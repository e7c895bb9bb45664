import { randomUUID } from "node:crypto";
import { variablesOf } from "#api/controls/control-issues.ts";
import { stepVariables } from "#api/controls/step-variables.ts";
import { valuesInLiquid } from "#api/controls/values-in-liquid.ts";
import type { MjmlCompiler } from "#api/mjml/mjml-compiler.ts";
import { type Channel, isChannel } from "#contract/constants/channels.ts";
import type { StepIssues } from "#contract/workflows/step-issues.ts";
import { type ActiveChannel, activeChannels } from "#db/queries/integrations/integration-selection.ts";
import type { StoredStep } from "#db/queries/workflows/workflow-steps.ts";
import type { StoredVariant } from "#db/schema/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { withMissing } from "#domain/steps/step-issues.ts";
import { buildContent, type Content, storedStepContent, storedVariantContent } from "./build-content.ts";
import type { StepPlan, VariantPlan } from "./plan-steps.ts";
import { findReferences } from "./references.ts";
import { settingsFaults, waitFaults, withFlowFaults } from "./step-faults.ts";

interface BuildInput {
  plans: readonly StepPlan[];
  payloadSchema: Record<string, unknown> | null;
  /** Longest wait of the organisation's plan, in days; null for none. */
  waitDays: number | null;
  /** Whether templates name variables of the payload by their bare names, too, as those of `/v1/workflows` do. */
  takesBareNames?: boolean;
}

/**
 * The steps as they are stored and executed, with what is wrong with each. What was saved with a template and whose control values are
 * not changed stays as it is. Throws `invalid_input` for a template in Handlebars that cannot be translated.
 */
export async function buildSteps(
  { transaction, mjml }: { transaction: Transaction; mjml: MjmlCompiler },
  scope: Scope,
  { plans: given, payloadSchema, waitDays, takesBareNames = false }: BuildInput,
): Promise<StoredStep[]> {
  const plans = given.map((plan, index) => ({
    ...plan,
    values: valuesInLiquid(plan.values, `steps.${index}.controlValues`),
    variants: plan.variants.map((variant, number) => ({
      ...variant,
      values: valuesInLiquid(variant.values, `steps.${index}.variants.${number}.controlValues`),
    })),
  }));
  const contents = plans.flatMap((plan) => [plan, ...plan.variants.map(({ values }) => ({ type: plan.type, values }))]);
  const used = contents.flatMap(({ type, values }) => variablesOf(type, values));
  const channels = await activeChannels(transaction, scope);
  const references = await findReferences(transaction, scope, contents);
  const steps: StoredStep[] = [];
  for (const plan of plans) {
    const earlier = steps.map(({ uuid, stepId, type }) => ({ identifier: uuid ?? stepId, type }));
    const variables = takesBareNames ? undefined : stepVariables(earlier, { used, payloadSchema });
    const building = { plan, references, variables, mjml };
    const own = await buildContent(building, plan, storedStepContent(plan));
    let controls = own.controls;
    const variants: StoredVariant[] = [];
    for (const [index, variant] of plan.variants.entries()) {
      const built = await buildContent(building, variant, storedVariantContent(plan, variant));
      for (const [path, issues] of Object.entries(built.controls)) controls[`variants.${index}.${path}`] = issues;
      variants.push(storedVariant(variant, built));
    }
    const { template, metadata } = own;
    const waits = waitFaults({ template, metadata }, waitDays);
    for (const { control, message } of waits.issues)
      controls[control] ??= [{ issueType: "TIER_LIMIT_EXCEEDED", message }];
    for (const { path, message } of settingsFaults(plan, template)) {
      controls = withMissing(controls, path, message);
    }
    const isImpossible = template.type === "delay" && waits.isTooLong;
    steps.push({
      stepId: plan.id ?? randomUUID(),
      uuid: plan.identifier,
      type: template.type,
      name: plan.name,
      template,
      metadata: isImpossible ? {} : metadata,
      ...plan.settings,
      variants,
      bridgeStepId: null,
      controls: own.values,
      issues: stepIssues(controls, { type: template.type, ...plan.settings }, channels),
    });
  }
  return withFlowFaults(plans, steps);
}

const storedVariant = (
  { id, name, active, filters, previous }: VariantPlan,
  { template, values }: Content,
): StoredVariant => ({
  variantId: id ?? randomUUID(),
  ...(name && { name }),
  ...(previous?.uuid && { uuid: previous.uuid }),
  active,
  filters,
  template,
  ...(values && { controls: values }),
});

function stepIssues(
  controls: NonNullable<StepIssues["controls"]>,
  { type, integrationIdentifier }: Pick<StoredStep, "type" | "integrationIdentifier">,
  channels: ReadonlyMap<Channel, ActiveChannel>,
): StepIssues {
  const found = isChannel(type) ? channels.get(type) : undefined;
  const hasOwn = integrationIdentifier !== null && found?.identifiers.includes(integrationIdentifier) === true;
  const isMissing = isChannel(type) && !hasOwn && (type === "email" || type === "sms" ? !found?.primary : !found);
  const message = `No active integration for ${type}: add one, or activate it${type === "email" || type === "sms" ? " and make it the primary one" : ""}`;
  return {
    ...(Object.keys(controls).length > 0 && { controls }),
    ...(isMissing && { integration: { [type]: [{ issueType: "MISSING_INTEGRATION" as const, message }] } }),
  };
}
