import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { DETAILS } from "#contract/constants/details.ts";
import { TRIGGER_DEPTH_MAX } from "#contract/constants/limits.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { jobIdOf, startedTransactionIdOf } from "#db/derived-ids.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import { withoutAttachments } from "#domain/attachments.ts";
import { DomainError } from "#domain/errors.ts";
import { eventContent } from "#domain/event-content.ts";
import { buildContext, type TemplateContext } from "#domain/templates/context.ts";
import { namedIn } from "#domain/templates/environment-values.ts";
import { getPath } from "#domain/values/dotted-path.ts";
import { environmentLabel } from "#domain/values/environment-label.ts";
import { textLeaves } from "#domain/values/map-leaves.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";
import { executionId } from "#engine/execution-id.ts";
import type { Member } from "../run/member.ts";
import type { Slice } from "../run/slice.ts";
import { stepApplies } from "../run/step-conditions.ts";
import { resultsOf } from "../run/step-results.ts";
import type { StepModule, StepOutcome } from "../run/step-type.ts";
import { translationsFor } from "../run/translation-reader.ts";

const TRIGGERED_AT_ONCE = 10;
/** Times that a workflow is read again because it has changed while its event was stored. */
const READINGS = 3;
/** A text that is nothing but a variable. */
const VARIABLE = /^\s*\{\{-?\s*([A-Za-z_][\w.]*)\s*-?\}\}\s*$/;

type TriggerMetadata = Extract<StepMetadata, { type: "trigger" }>;

/**
 * Starts another workflow for the subscriber of the run. The event's id follows from the job, so that it is stored once
 * however often the step is tried; an event that was stored and not started is found by the reconciler.
 */
export const triggerStep: StepModule = {
  types: ["trigger"],

  start({ slice, step, members }) {
    const limit = pLimit(TRIGGERED_AT_ONCE);
    return Promise.all(
      members.map((member) =>
        limit(async (): Promise<StepOutcome> => {
          const applicability = await stepApplies(slice, member, step);
          if (!applicability.applies) return { kind: "ended", started: false, ...applicability };
          const { metadata } = step;
          if (metadata.type !== "trigger")
            return refused("The step names no workflow: give it metadata.workflowId", {});
          const transactionId = startedTransactionIdOf(jobIdOf(member.runId, step.stepId));
          let workflow = metadata.workflowId;
          try {
            const event = await storeEvent(slice, member, metadata, transactionId);
            // The parent was cancelled meanwhile, which the next slice finds.
            if (event === "stale") return { kind: "held", wakeAt: slice.now, details: [] };
            if (event !== "duplicate") {
              startExecution(slice, event);
              workflow = event.workflow.identifier;
            }
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            return refused(error.message, metadata);
          }
          const raw = { workflow, transactionId };
          const details = [{ detail: DETAILS.workflowTriggered, status: "Success", raw } as const];
          return { kind: "ended", status: "completed", started: true, details };
        }),
      ),
    );
  },

  /** It waits for nothing once it has begun. */
  resume: async ({ members }) => members.map(() => ({ kind: "open" })),
};

function refused(error: string, { workflowId }: Partial<TriggerMetadata>): StepOutcome {
  const raw = { ...(workflowId !== undefined && { workflow: workflowId }), error };
  const details = [{ detail: DETAILS.workflowNotTriggered, status: "Failed", raw } as const];
  return { kind: "ended", status: "failed", started: true, error, details };
}

interface StartedEvent {
  event: EventRow;
  workflow: TriggeredWorkflow;
}

/** Stores the event as a trigger call would. Throws DomainError with the reason why it cannot be accepted. */
async function storeEvent(
  slice: Slice,
  member: Member,
  { workflowId: named, payload: template }: TriggerMetadata,
  transactionId: string,
): Promise<StartedEvent | "duplicate" | "stale"> {
  const { store, event: parent } = slice;
  const scope = { organizationId: parent.organizationId, environmentId: parent.environmentId };
  if (parent.depth >= TRIGGER_DEPTH_MAX) {
    throw new DomainError(
      "invalid_input",
      `${TRIGGER_DEPTH_MAX} workflows have started each other one after the other: look for a circle of trigger steps`,
    );
  }
  // The bytes of attachments belong to the event that brought them.
  const payload = template ? await renderPayload(slice, member, template) : withoutAttachments(parent.payload);
  const workflowId = await renderIdentifier(slice, member, named);
  for (let reading = 0; reading < READINGS; reading++) {
    const target = await store.triggerTarget(scope, workflowId, parent.tenant?.identifier);
    if (!target) throw new DomainError("invalid_input", `The environment has no workflow ${workflowId}: create it`);
    const { workflow, isActive } = target;
    const { steps, version } = target.version;
    if (!isActive) {
      throw new DomainError("invalid_input", `The workflow ${workflowId} is not active: switch it on`);
    }
    if (!steps.some(({ active }) => active)) {
      throw new DomainError("invalid_input", `The workflow ${workflowId} has no active step: give it one`);
    }
    const createdAt = slice.deps.clock();
    const { retention } = workflow;
    const { contentExpireAt, ...content } = eventContent(payload, { steps, overrides: {}, now: createdAt, retention });
    const environment = environmentLabel(workflow.environment, parent.environmentId);
    const event: EventRow = {
      ...scope,
      id: randomUUID(),
      transactionId,
      workflowId: workflow.id,
      workflowVersionId: version.id,
      audience: "direct",
      overrides: {},
      createdAt,
      ...content,
      retention,
      executionId: executionId({ workflow: workflow.identifier, environment, transactionId }),
      recipients: { subscribers: [{ subscriberId: member.subscriber?.subscriberId ?? "" }], topics: [] },
      actor: parent.actor,
      tenant: parent.tenant,
      contexts: parent.contexts,
      contextKeys: parent.contextKeys,
      bridge: null,
      testMode: parent.testMode ?? null,
      depth: parent.depth + 1,
      // What follows from an event is of use for as long as the event is.
      validUntil: (member.digestTimes ?? parent).validUntil,
    };
    const stored = await store.storeEvent(event, { workflow, version, contentExpireAt, parentId: parent.id });
    if (stored === "stored") return { event, workflow };
    if (stored === "duplicate") return "duplicate";
  }
  return "stale";
}

async function renderIdentifier(slice: Slice, member: Member, named: string): Promise<string> {
  if (!/\{[{%]/.test(named)) return named;
  const { identifier } = await renderPayload(slice, member, { identifier: named });
  const rendered = String(identifier ?? "").trim();
  if (rendered === "") throw new DomainError("invalid_input", `The workflow ${named} is empty for this event`);
  return rendered;
}

/** Texts are templates; what is nothing but a variable has its value, whatever that is. */
async function renderPayload(slice: Slice, member: Member, template: PlainObject): Promise<PlainObject> {
  const { deps, event } = slice;
  const { tenant, actor, context, branding, env } = slice.context;
  const { subscriber, digest } = member;
  const variables: TemplateContext = buildContext({
    payload: event.payload,
    subscriber: subscriber ?? {},
    tenant,
    actor,
    context,
    branding,
    // The event that is made of it is stored, and shown.
    env: env && namedIn(env, textLeaves(template))?.masked,
    step: digest ?? undefined,
    steps: resultsOf(slice, member),
  });
  const translations = await translationsFor(slice, member, textLeaves(template));
  const render = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(render));
    if (typeof value === "object" && value !== null) return renderFields(value);
    if (typeof value !== "string") return value;
    const [, path] = VARIABLE.exec(value) ?? [];
    if (path !== undefined) return getPath(variables, path) ?? null;
    return deps.renderer.renderText(value, variables, { environmentId: event.environmentId, translations });
  };
  const renderFields = async (fields: object): Promise<PlainObject> =>
    Object.fromEntries(
      await Promise.all(Object.entries(fields).map(async ([key, value]) => [key, await render(value)] as const)),
    );
  return renderFields(template);
}

function startExecution({ store }: Slice, { event, workflow }: StartedEvent): void {
  const { organizationId, environmentId, id: eventId, transactionId, executionId, audience } = event;
  store.startTrigger({
    event: { organizationId, environmentId, eventId, transactionId },
    executionId,
    audience,
    workflow: workflow.identifier,
    critical: workflow.critical,
    subscriber: event.recipients?.subscribers[0]?.subscriberId,
    tenant: event.tenant?.identifier,
  });
}
