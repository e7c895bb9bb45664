import type { Channel } from "#contract/constants/channels.ts";
import { isChannel } from "#contract/constants/channels.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { TriggerStatus } from "#contract/constants/statuses.ts";
import type { EventProblem } from "#contract/events.ts";
import type { ExplainedRun, ExplainedStep, Explanation } from "#contract/explain.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import type { TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import { preferenceLayers } from "#domain/preferences.ts";
import type { Explanation as Explained } from "#explain/explainer.ts";
import type { ReasonCount } from "#explain/step-reason.ts";
import type { RunRecord, StepRecord } from "#explain/step-record.ts";
import { withoutNulls } from "../fields.ts";
import { contentIn, subjectIn } from "../in-app-content.ts";
import { devicesMasked } from "./execution-details.ts";

/** A workflow, and the steps by which it is explained: its own, or those of a draft. */
export interface ExplainedWorkflow {
  workflow: TriggeredWorkflow;
  version: Pick<VersionWithSteps, "version" | "steps">;
  isDraft: boolean;
}

export const explainedWorkflowView = ({ workflow, version, isDraft }: ExplainedWorkflow) => ({
  _id: workflow.id,
  version: version.version.number,
  isDraft,
});

/** An event that would be refused. */
export const refusalView = (status: TriggerStatus, found: ExplainedWorkflow): Explanation => ({
  status,
  workflow: explainedWorkflowView(found),
  dropped: 0,
  problems: [],
  reasons: [],
  runs: [],
  isSample: false,
  isComplete: true,
  assumptions: [],
});

export function explanationView(
  explained: Explained,
  {
    dropped,
    event,
    problems: known,
    ...found
  }: ExplainedWorkflow & { event: EventRow; dropped: number; problems: readonly EventProblem[] },
): Explanation {
  const { audience, runs, created, isComplete, integrations } = explained;
  const problems = [...known, ...explained.problems];
  return {
    status: "processed",
    workflow: explainedWorkflowView(found),
    audience,
    dropped,
    problems,
    isComplete,
    reasons: explained.reasons.map(reasonCountView),
    runs: runs.map((run) => runView(run, created, integrations)),
    // What is counted by topics counts some twice, and those who get nothing.
    isSample:
      audience.isMore || (event.recipients?.subscribers.length ?? 0) > runs.length || audience.count > runs.length,
    assumptions: assumptionsOf(runs),
  };
}

export const reasonCountView = ({ step, code, text, count }: ReasonCount) => ({
  _stepId: step.stepId,
  type: step.type,
  code,
  text,
  count,
  ...(step.name !== null && { name: step.name }),
});

/** Assumptions that the steps of some runs rest on. */
function assumptionsOf(runs: readonly RunRecord[]): string[] {
  const steps = runs.flatMap((run) => run.steps);
  const some = (holds: (step: StepRecord) => boolean, text: string) => (steps.some(holds) ? [text] : []);
  return [
    ...some(({ deliveries }) => deliveries.length > 0, "Providers take what they are given"),
    ...some(({ wait }) => wait !== undefined, "Nothing that is read afresh changes while a run waits"),
    ...some(
      ({ step, wait }) => wait !== undefined && step.type === "digest",
      "No other event joins a digest that is opened",
    ),
    ...some(
      ({ conditions }) => (conditions?.conditions ?? []).some(({ filter }) => filter === "Previous step"),
      "Messages of earlier steps are neither seen nor read",
    ),
    ...some(({ status }) => status === "undecided", "Steps with a webhook that was not called are left out"),
  ];
}

function runView(
  { member, steps, stopReason, endsAt }: RunRecord,
  created: ReadonlySet<string>,
  integrations: Explained["integrations"],
): ExplainedRun {
  const subscriberId = member.subscriber?.subscriberId ?? "";
  return {
    subscriberId,
    source: member.source,
    isNew: created.has(subscriberId),
    endsAt: endsAt.toISOString(),
    ...(stopReason !== null && { stopReason }),
    steps: steps.map((step) => stepView(step, integrations)),
  };
}

function stepView(record: StepRecord, integrations: Explained["integrations"]): ExplainedStep {
  const { step, status, reason, conditions, variants, hosts, wait, details, messages } = record;
  const used = integrationsOf(record, integrations);
  const considered = record.integration?.considered ?? [];
  const digest = digestOf(record);
  return {
    _id: step.stepId,
    type: step.type,
    status,
    reason,
    ...suppressionOf(details),
    ...(step.name !== null && { name: step.name }),
    ...(conditions && { conditions }),
    ...(variants.length > 0 && { variants: variants.map((variant) => variantView(variant, step)) }),
    ...(isChannel(step.type) && preferenceOf(record, step.type)),
    ...(used.length > 0 && { integrations: used }),
    ...(considered.length > 0 && { integrationConditions: considered }),
    ...(wait && { wait: waitView(wait) }),
    ...(digest && { digest }),
    ...(hosts.length > 0 && { wouldAsk: hosts }),
    ...(messages.length > 0 && { messages: messages.map(messageView) }),
    executionDetails: details.map(({ detail, status, raw }) => ({
      detail,
      status,
      ...(raw !== undefined && { raw: devicesMasked(raw) }),
    })),
  };
}

function suppressionOf(details: StepRecord["details"]): Pick<ExplainedStep, "suppression"> {
  const entry = details.find(({ detail }) => detail === DETAILS.suppressed)?.raw;
  if (typeof entry !== "object" || entry === null || !("suppressionId" in entry) || !("address" in entry)) return {};
  return { suppression: { _id: String(entry.suppressionId), address: String(entry.address) } };
}

const variantView = ({ variantId, ...outcome }: StepRecord["variants"][number], { variants }: StepRecord["step"]) => {
  const name = variants.find((variant) => variant.variantId === variantId)?.name;
  return { _id: variantId, ...(name && { name }), ...outcome };
};

function preferenceOf({ preference }: StepRecord, channel: Channel): Pick<ExplainedStep, "preference"> {
  if (!preference) return {};
  const { enabled, decidedBy, readOnly, critical, layers } = preference;
  return { preference: { enabled, decidedBy, readOnly, critical, layers: preferenceLayers(layers, channel) } };
}

/** The integrations that the step's messages would go through, each once. */
function integrationsOf(
  { integration, deliveries }: StepRecord,
  all: Explained["integrations"],
): NonNullable<ExplainedStep["integrations"]> {
  const chosen = integration?.integrationId;
  const ids = new Set([
    ...(chosen === undefined ? [] : [chosen]),
    ...deliveries.map(({ integrationId }) => integrationId),
  ]);
  return all
    .filter(({ id }) => ids.has(id))
    .map(({ id, identifier, name, providerId }) => {
      return { _id: id, identifier, name, providerId, reason: integration?.reason ?? ("connected" as const) };
    });
}

const waitView = ({ from, until }: NonNullable<StepRecord["wait"]>) => ({
  from: from.toISOString(),
  until: until.toISOString(),
  milliseconds: Math.max(until.getTime() - from.getTime(), 0),
});

function digestOf({ step, wait, details }: StepRecord): ExplainedStep["digest"] {
  if (step.type !== "digest") return undefined;
  if (wait) return { decision: "opened" };
  const merged = details.find(({ detail }) => detail === DETAILS.digestMerged)?.raw;
  if (typeof merged === "object" && merged !== null && "masterRunId" in merged) {
    return { decision: "joined", _notificationId: String(merged.masterRunId) };
  }
  return details.some(({ detail }) => detail === DETAILS.digestSkipped) ? { decision: "let_through" } : undefined;
}

type ExplainedMessage = StepRecord["messages"][number];

/** In the format of all messages of the management API. */
function inAppTexts({ subject, content, contentFormat = "html" }: ExplainedMessage) {
  return {
    subject: subjectIn("html", { subject: subject ?? null }),
    content: contentIn("html", { content: content ?? null, contentFormat }),
  };
}

function messageView(message: ExplainedMessage): NonNullable<ExplainedStep["messages"]>[number] {
  const { channel, status, providerId, errorText, email, phone, deviceTokens, title, cta } = message;
  const { subject, content } = channel === "in_app" ? inAppTexts(message) : message;
  return {
    channel,
    status,
    ...withoutNulls({
      providerId,
      errorText,
      email,
      phone,
      subject,
      title,
      content: content ?? message.blocks,
      cta,
      deviceTokens: deviceTokens && [...deviceTokens],
    }),
  };
}
