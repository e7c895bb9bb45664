import { type Channel, isChannel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { Filter } from "#contract/workflows.ts";
import type { NewDetail } from "#db/queries/deliveries.ts";
import type { PreferenceLayersOfStep } from "#db/queries/preference-layers.ts";
import { evaluateFilters, type FilterOutcome } from "#domain/conditions.ts";
import type { PreviousMessage } from "#domain/filter-parts.ts";
import { detailTextFor, resolveChannelPreference } from "#domain/preferences.ts";
import { compileTemplate } from "#domain/templates/compile-template.ts";
import { buildConditionContext } from "#domain/templates/context.ts";
import type { Scene, SceneMember } from "./load-scene.ts";

/** Whether a step applies to a run, and what its history says about that. */
export type Admission =
  | { verdict: "admitted" }
  | { verdict: "filtered"; details: NewDetail[] }
  | { verdict: "failed"; message: string; details: NewDetail[] };

export interface AdmissionContext {
  preferences: PreferenceLayersOfStep | null;
  /** By run: what became of the messages of earlier steps, by the step's uuid. */
  previousSteps: ReadonlyMap<string, ReadonlyMap<string, PreviousMessage>>;
  now: Date;
}

/** Conditions and preferences of one run at one step, in that order of detail: engine.md 2.4 and 4.2. */
export async function admit(scene: Scene, member: SceneMember, context: AdmissionContext): Promise<Admission> {
  const { runId, jobId, subscriber } = member;
  if (!subscriber) {
    return failed(member, DETAILS.subscriberNotFound, undefined);
  }
  const tenant = scene.event.tenant;
  if (tenant && !scene.now.tenant) {
    return failed(member, DETAILS.tenantNotFound, { tenantIdentifier: tenant.identifier });
  }
  const preference = preferenceOf(scene, member, context.preferences);
  try {
    const { passed, conditions } = await conditionsOf(scene, member, scene.step.filters, context);
    if (passed && preference.enabled) return { verdict: "admitted" };
    const details: NewDetail[] = [];
    if (!preference.enabled) {
      details.push({ runId, jobId, detail: preference.detail, status: "Success", raw: preference.raw });
    }
    details.push({
      runId,
      jobId,
      detail: DETAILS.stepFiltered,
      status: "Success",
      raw: { filter: { conditions, passed }, preferences: { passed: preference.enabled } },
    });
    return { verdict: "filtered", details };
  } catch (error) {
    // A condition whose template does not render is a fault of this step alone: it fails, and the run goes on.
    return failed(member, DETAILS.filterFailed, { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Evaluates the conditions of a step or a variant for one run. Throws when an expected value cannot be rendered. */
export function conditionsOf(
  scene: Scene,
  { runId, subscriber }: SceneMember,
  filters: readonly Filter[],
  context: AdmissionContext,
): Promise<FilterOutcome> {
  const { payload } = scene.event;
  const { tenant, actor } = scene.now;
  const variables = buildConditionContext({ payload, subscriber: subscriber ?? {}, tenant, actor });
  return evaluateFilters(filters, {
    payload,
    subscriber,
    tenant,
    previousSteps: context.previousSteps.get(runId),
    now: context.now,
    renderValue: (template) => compileTemplate(template, { escape: "none" }).render(variables),
  });
}

function failed({ runId, jobId }: SceneMember, detail: NewDetail["detail"], raw: unknown): Admission {
  return { verdict: "failed", message: detail, details: [{ runId, jobId, detail, status: "Failed", raw }] };
}

function preferenceOf(scene: Scene, member: SceneMember, preferences: PreferenceLayersOfStep | null) {
  const { type } = scene.step;
  // Preferences choose channels; a delay or digest always runs.
  if (!isChannel(type) || !preferences || !member.subscriber) return { enabled: true } as const;
  const decided = resolveChannelPreference({
    channel: type satisfies Channel,
    critical: scene.now.workflow.critical,
    workflowResource: { channels: flagsToPreferences(scene.now.workflow.preferenceSettings) },
    userWorkflow: preferences.userWorkflow,
    ...preferences.ofSubscriber(member.subscriber._id),
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
