import type { Filter } from "#contract/conditions.ts";
import { type Channel, isChannel } from "#contract/constants/channels.ts";
import { DETAILS, type DetailText } from "#contract/constants/details.ts";
import type { ExecutionStatus } from "#contract/constants/statuses.ts";
import { memberLayer, subscriberLayers } from "#db/queries/preferences/preference-layers.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { evaluateFilters, type FilterOutcome } from "#domain/conditions.ts";
import { detailTextFor, resolveChannelPreference } from "#domain/preferences.ts";
import { buildConditionContext } from "#domain/templates/context.ts";
import type { Member, Slice } from "./slice.ts";

/** A detail of the step's job, before it is known which job that is. */
export interface StepDetail {
  detail: DetailText;
  status: ExecutionStatus;
  raw?: unknown;
  /** Index of the step's message that it is about. */
  message?: number;
  providerId?: string | undefined;
  isRetry?: boolean;
}

/** Whether a step applies to a run, and what its history says about that. */
export type Applicability =
  | { applies: true }
  | { applies: false; status: "canceled" | "failed"; error?: string; details: StepDetail[] };

/** Conditions and preferences of one run at one step, in that order of detail: engine.md 2.4 and 4.2. */
export async function stepApplies(slice: Slice, member: Member, step: StepRow): Promise<Applicability> {
  if (!member.subscriber) return failed(DETAILS.subscriberNotFound, undefined);
  const { tenant } = slice.event;
  if (tenant && !slice.context.tenant) {
    return failed(DETAILS.tenantNotFound, { tenantIdentifier: tenant.identifier });
  }
  const preference = preferenceOf(slice, member, step);
  if (step.filters.length === 0 && preference.enabled) return { applies: true };
  try {
    const { passed, conditions } = await evaluateConditions(slice, member, step.filters);
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
    // A condition whose template does not render is a fault of this step alone: it fails, and the run goes on.
    return failed(DETAILS.filterFailed, { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Evaluates the conditions of a step or a variant for one run. Throws when an expected value cannot be rendered. */
export function evaluateConditions(
  slice: Slice,
  { subscriber, previousMessages }: Member,
  filters: readonly Filter[],
): Promise<FilterOutcome> {
  const { payload } = slice.event;
  const { tenant, actor } = slice.context;
  const variables = buildConditionContext({ payload, subscriber: subscriber ?? {}, tenant, actor });
  return evaluateFilters(filters, {
    payload,
    subscriber,
    tenant,
    previousSteps: previousMessages,
    now: slice.now,
    renderValue: (template) =>
      slice.deps.renderer.renderText(template, variables, { environmentId: slice.event.environmentId }),
  });
}

function failed(detail: DetailText, raw: unknown): Applicability {
  return { applies: false, status: "failed", error: detail, details: [{ detail, status: "Failed", raw }] };
}

function preferenceOf({ context }: Slice, member: Member, { type }: StepRow) {
  // Preferences choose channels; a delay or digest always runs.
  if (!isChannel(type) || context.workflow.critical) return { enabled: true } as const;
  const decided = resolveChannelPreference({
    channel: type satisfies Channel,
    critical: context.workflow.critical,
    workflowResource: { channels: flagsToPreferences(context.workflow.preferenceSettings) },
    userWorkflow: memberLayer(context.memberLayer),
    ...subscriberLayers(member.layers),
  });
  return {
    enabled: decided.enabled,
    detail: detailTextFor(decided.decidedBy),
    raw: { decidedBy: decided.decidedBy, readOnly: decided.readOnly, channel: type },
  };
}

function flagsToPreferences(flags: Record<Channel, boolean>): Record<Channel, { enabled: boolean }> {
  return {
    in_app: { enabled: flags.in_app },
    email: { enabled: flags.email },
    sms: { enabled: flags.sms },
    chat: { enabled: flags.chat },
    push: { enabled: flags.push },
  };
}
