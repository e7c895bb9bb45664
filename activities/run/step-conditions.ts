import { isChannel } from "#contract/constants/channels.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import { hasFinished } from "#contract/constants/templates/unfinished-conditions.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { memberLayer, subscriberLayers } from "#db/queries/preferences/preference-layers.ts";
import type { DetailWrite } from "#db/queries/runs/slice-write.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { evaluateFilters, type FilterOutcome } from "#domain/conditions/conditions.ts";
import type { ConditionContext, ResolveWebhook } from "#domain/conditions/filter-parts.ts";
import { holds } from "#domain/conditions/json-logic.ts";
import {
  detailTextFor,
  type PreferenceLayers,
  resolveChannelPreference,
  workflowPreferences,
} from "#domain/preferences.ts";
import { branchFilters } from "#domain/steps/metadata-texts.ts";
import { buildConditionContext } from "#domain/templates/context.ts";
import { namedIn } from "#domain/templates/environment-values.ts";
import { expiredAt } from "./expiry.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";
import { resultsOf } from "./step-results.ts";
import { answersFor, WebhookFailedError } from "./webhook-answers.ts";

/** A detail of the step's job. */
export type StepDetail = Omit<DetailWrite, "runId" | "jobId">;

/** Whether a step applies to a run, and what its history says about that. */
export type Applicability =
  | { applies: true }
  | { applies: false; status: "canceled" | "failed" | "skipped"; error?: string; details: StepDetail[] };

/** All conditions of a step: its own, its variants', and its branches'. */
export const filtersOf = ({ filters, variants, metadata }: StepRow): Filter[] => [
  ...filters,
  ...variants.flatMap((variant) => variant.filters),
  ...branchFilters(metadata),
];

/** Expiry, conditions and preferences of one run at one step, in that order of detail. */
export async function stepApplies(slice: Slice, member: Member, step: StepRow): Promise<Applicability> {
  if (!member.subscriber) return failed(DETAILS.subscriberNotFound, undefined);
  const { tenant } = slice.event;
  if (tenant && !slice.context.tenant) {
    return failed(DETAILS.tenantNotFound, { tenantIdentifier: tenant.identifier });
  }
  const expired = expiredAt(slice, member, step);
  if (expired) {
    const raw = { expiresAt: expired.toISOString() };
    return { applies: false, status: "skipped", details: [{ detail: DETAILS.expired, status: "Success", raw }] };
  }
  if (isSkipped(slice, member, step)) {
    const conditions = [
      { filter: "Skip", field: "skip", expected: "false", actual: "true", operator: "", passed: false },
    ];
    slice.trace?.conditions(member, step, { passed: false, conditions });
    const raw = { filter: { conditions, passed: false }, skip: true };
    return { applies: false, status: "canceled", details: [{ detail: DETAILS.stepFiltered, status: "Success", raw }] };
  }
  const preference = preferenceOf(slice, member, step);
  if (preference.traced) slice.trace?.preference(member, step, preference.traced);
  if (step.filters.length === 0 && preference.enabled) return { applies: true };
  try {
    const { passed, conditions } = await evaluateConditions(slice, member, step.filters);
    slice.trace?.conditions(member, step, { passed, conditions });
    if (passed && preference.enabled) return { applies: true };
    const details: StepDetail[] = [];
    if (!preference.enabled) details.push({ detail: preference.detail, status: "Success", raw: preference.raw });
    details.push({
      detail: DETAILS.stepFiltered,
      status: "Success",
      raw: { filter: { conditions, passed }, preferences: { passed: preference.enabled } },
    });
    return { applies: false, status: "canceled", details };
  } catch (error) {
    return conditionsFailed(error);
  }
}

function isSkipped(slice: Slice, member: Member, { controls }: StepRow): boolean {
  if (!controls?.skip) return false;
  const { payload } = slice.event;
  const { env, context } = slice.context;
  const views = { payload, subscriber: member.subscriber ?? {}, steps: resultsOf(slice, member) ?? {} };
  return holds(controls.skip, { ...views, ...(env && { env: env.revealed }), ...(context && { context }) });
}

/**
 * A condition whose template does not render, or whose webhook gave no answer, is a fault of this step alone: it fails, and the
 * run goes on.
 */
export function conditionsFailed(error: unknown): Exclude<Applicability, { applies: true }> {
  const message = error instanceof Error ? error.message : String(error);
  const failure = failed(DETAILS.filterFailed, { error: message });
  if (!(error instanceof WebhookFailedError)) return failure;
  const last: StepDetail = {
    detail: DETAILS.webhookFailed,
    source: "Webhook",
    status: "Pending",
    isRetry: true,
    raw: { message },
  };
  return { ...failure, error: DETAILS.webhookFailed, details: [last, ...failure.details] };
}

/** Returns the first active variant whose conditions pass. Throws as `evaluateConditions`. */
export async function chooseVariant(
  slice: Slice,
  member: Member,
  step: StepRow,
  resolveWebhook?: ResolveWebhook,
): Promise<{ template: MessageTemplate; conditions: FilterOutcome["conditions"] } | undefined> {
  for (const variant of step.variants) {
    if (!variant.active || !hasFinished(variant.filters)) continue;
    const { passed, conditions } = await evaluateConditions(slice, member, variant.filters, resolveWebhook);
    slice.trace?.variant(member, step, variant.variantId, { passed, conditions });
    if (passed) return { template: variant.template, conditions };
  }
  return undefined;
}

/**
 * Evaluates the conditions of a step or a variant for one run, by default with the answers that webhooks have given before.
 * Throws when an expected value cannot be rendered, or an answer is missing.
 */
export function evaluateConditions(
  slice: Slice,
  member: Member,
  filters: readonly Filter[],
  resolveWebhook: ResolveWebhook = answersFor(slice, member),
): Promise<FilterOutcome> {
  const { subscriber, previousMessages, digest } = member;
  const { payload } = slice.event;
  const { tenant, actor, env, context: contexts } = slice.context;
  const steps = resultsOf(slice, member);
  const views = {
    payload,
    subscriber: subscriber ?? {},
    step: digest ?? undefined,
    steps,
    tenant,
    actor,
    context: contexts,
  };
  const renderWith = (texts: "revealed" | "masked") => (template: string) => {
    const variables = buildConditionContext({ ...views, env: env && namedIn(env, [template])?.[texts] });
    return slice.deps.renderer.renderText(template, variables, { environmentId: slice.event.environmentId });
  };
  const context: ConditionContext = {
    payload,
    subscriber,
    tenant,
    contexts,
    previousSteps: previousMessages,
    stepResults: steps,
    env,
    now: slice.now,
    renderValue: renderWith("revealed"),
    ...(env?.hasSecrets && { renderShown: renderWith("masked") }),
  };
  return evaluateFilters(filters, context, resolveWebhook);
}

function failed(detail: DetailText, raw: unknown): Exclude<Applicability, { applies: true }> {
  return { applies: false, status: "failed", error: detail, details: [{ detail, status: "Failed", raw }] };
}

/** Whether preferences let the step send to the member, and what the history says when they do not. */
export function preferenceOf(slice: Slice, member: Member, { type }: StepRow) {
  // Preferences choose channels; a delay or digest always runs.
  if (!isChannel(type)) return { enabled: true } as const;
  const layers = preferenceLayersOf(slice, member);
  const { critical } = slice.context.workflow;
  const decided = resolveChannelPreference({ ...layers, channel: type });
  return {
    enabled: decided.enabled,
    traced: { ...decided, critical, layers },
    detail: detailTextFor(decided.decidedBy),
    raw: { decidedBy: decided.decidedBy, readOnly: decided.readOnly, channel: type },
  };
}

/** Everybody who has a say in whether messages of the slice's workflow reach the member. */
export function preferenceLayersOf({ event, context, definition }: Slice, member: Member): PreferenceLayers {
  const { critical } = context.workflow;
  // Of an event that named its bridge, the definition decides alone.
  if (event.bridge) return { critical, workflowResource: definition?.preferences };
  return {
    critical,
    workflowResource: workflowPreferences(context.workflow),
    userWorkflow: context.memberLayer && memberLayer(context.memberLayer),
    tenantOverride: context.tenantOverride,
    ...subscriberLayers(member.layers),
  };
}
