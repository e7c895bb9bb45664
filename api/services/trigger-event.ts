import { randomUUID } from "node:crypto";
import { CHANNELS } from "#contract/constants/channels.ts";
import { PAYLOAD_MAX_BYTES, PAYLOAD_MAX_DEPTH, WAIT_CEILINGS } from "#contract/constants/limits.ts";
import type { TriggerBroadcast, TriggerEvent, TriggerResult } from "#contract/events.ts";
import type { WorkflowVariables } from "#contract/templates.ts";
import type { Database } from "#db/client.ts";
import { findEventStatus } from "#db/queries/events/event-status.ts";
import { type EventRow, type EventTenant, insertEvent } from "#db/queries/events/insert-event.ts";
import { cacheEvent } from "#db/queries/events/load-event.ts";
import { findTriggerTenant } from "#db/queries/tenants/tenants.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { cachedWorkflow, findWorkflowByTrigger, type TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import type { LocalStart } from "#domain/local-start.ts";
import { completePayload } from "#domain/payload.ts";
import { type InlineSubscriber, parseInlineSubscriber, parseRecipients } from "#domain/recipients.ts";
import { contentExpiresAt, runExpiresAt } from "#domain/retention.ts";
import { waitProblem } from "#domain/waits.ts";
import type { Engine } from "#engine/client.ts";
import { environmentLabel, executionId } from "#engine/ids.ts";
import type { CallContext } from "../caller.ts";
import { newTransactionId } from "./new-transaction-id.ts";
import { takeAttachments } from "./take-attachments.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/** One event to accept; a broadcast names nobody. */
export type EventRequest = ((TriggerEvent & { to: unknown }) | (TriggerBroadcast & { to?: undefined })) & {
  /** Set by schedules that reach each subscriber in a zone of its own. */
  localStart?: LocalStart | undefined;
};

/**
 * Accepts an event: checks it in the order of engine.md 1.2, pins the workflow's version, stores what the runs will share,
 * and says yes only once Temporal has the execution. What is refused leaves nothing behind.
 */
export async function triggerEvent(
  services: Services,
  call: CallContext,
  request: EventRequest,
  audience: "direct" | "broadcast",
): Promise<TriggerResult> {
  const { db } = services;
  const { scope } = call;
  const transactionId = request.transactionId ?? newTransactionId(call);
  const cached = cachedWorkflow(scope, request.name);
  if (cached) {
    const result = await acceptCached(services, scope, request, audience, transactionId, cached);
    if (result) return result;
  }
  // Read again until it stays the same for as long as checking takes.
  for (;;) {
    const workflow = await findWorkflowByTrigger(db, scope, request.name);
    if (!workflow) throw new DomainError("workflow_not_found", "workflow_not_found");
    const result = await accept(services, scope, request, audience, transactionId, workflow);
    if (result !== "stale") return result;
  }
}

/** Undefined when the event was not accepted: a refusal may be about a workflow that has changed since it was cached. */
async function acceptCached(...input: Parameters<typeof accept>): Promise<TriggerResult | undefined> {
  try {
    const result = await accept(...input);
    return result !== "stale" && result.status === "processed" ? result : undefined;
  } catch (error) {
    // Once Temporal was asked, the event is stored.
    if (error instanceof DomainError && error.code !== "unavailable") return undefined;
    throw error;
  }
}

async function accept(
  services: Services,
  scope: Scope,
  request: EventRequest,
  audience: "direct" | "broadcast",
  transactionId: string,
  workflow: TriggeredWorkflow,
): Promise<TriggerResult | "stale"> {
  const { db } = services;
  const version = await pinnedVersion(db, workflow.versionId);
  const checked = await checkEvent(db, scope, request, { audience, transactionId, workflow, version });
  if ("refused" in checked) return checked.refused;
  const { event, steps, files } = checked;
  const { recipients, payload, overrides, createdAt } = event;
  const stored = await insertEvent(db, event, {
    workflow,
    contentExpireAt: contentExpiresAt({ steps, payload, overrides, now: createdAt }),
    files,
  });
  if (stored === "stale") return "stale";
  if (stored === "duplicate") return answerDuplicate(services, scope, workflow, transactionId);
  cacheEvent(event);
  const [only, another] = recipients?.topics.length === 0 ? recipients.subscribers : [];
  await services.engine.startTrigger({
    event: { ...scope, eventId: event.id, transactionId },
    executionId: event.executionId,
    workflow: workflow.identifier,
    audience,
    critical: workflow.critical,
    subscriber: another === undefined ? only?.subscriberId : undefined,
    tenant: event.tenant?.identifier,
  });
  return accepted(transactionId);
}

interface CheckOptions {
  audience: "direct" | "broadcast";
  transactionId: string;
  workflow: TriggeredWorkflow;
  /** The steps of its runs, and the names that its templates use. */
  version: { version: Pick<VersionWithSteps["version"], "id" | "variables">; steps: VersionWithSteps["steps"] };
}

/** An event that can be stored, and the active steps of its runs; `dropped` recipients name nobody. */
export interface CheckedEvent {
  event: EventRow;
  files: ReturnType<typeof takeAttachments>["files"];
  steps: VersionWithSteps["steps"];
  dropped: number;
}

/** Checks an event in the order of engine.md 1.2. Throws `invalid_input` naming the field, and `payload_too_large`. */
export async function checkEvent(
  db: Database,
  scope: Scope,
  request: EventRequest,
  { audience, transactionId, workflow, version }: CheckOptions,
): Promise<CheckedEvent | { refused: TriggerResult }> {
  const refused = (status: TriggerResult["status"]) => ({ refused: { acknowledged: true, status } as const });
  const tenant = parseTenant(request.tenant);
  const actor = parseActor(request.actor);
  requireContext(version.version.variables, { tenant, actor });
  const found = tenant && (await findTriggerTenant(db, scope, { ...tenant, workflowId: workflow.id }));
  if (found === undefined) return refused("no_tenant_found");
  if (!(found?.active ?? workflow.active)) return refused("trigger_not_active");
  if (version.steps.length === 0) return refused("no_workflow_steps_defined");
  const steps = version.steps.filter(({ active }) => active);
  if (steps.length === 0) return refused("no_workflow_active_steps_defined");
  requireRunnable(steps);

  const overrides = request.overrides ?? {};
  const { payload: given, files } = takeAttachments(request.payload ?? {});
  const payload = completePayload(given, version.steps);
  requirePayloadSize(payload);
  const createdAt = new Date();
  const tooLong = waitProblem({ steps, payload, overrides, now: createdAt, ceilings: WAIT_CEILINGS });
  if (tooLong !== undefined) throw new DomainError("invalid_input", tooLong);
  const recipients = audience === "direct" ? parseRecipients(request.to) : null;
  if (recipients && recipients.subscribers.length + recipients.topics.length === 0) {
    return { refused: { ...refused("invalid_recipients").refused, transactionId } };
  }

  const { retention } = workflow;
  const environment = environmentLabel(workflow.environment, scope.environmentId);
  const event: EventRow = {
    ...{ organizationId: scope.organizationId, environmentId: scope.environmentId },
    id: randomUUID(),
    transactionId,
    workflowId: workflow.id,
    workflowVersionId: version.version.id,
    executionId: executionId({ workflow: workflow.identifier, environment, transactionId }),
    audience,
    payload,
    overrides,
    recipients: recipients && { subscribers: recipients.subscribers, topics: recipients.topics },
    actor,
    tenant,
    localStart: request.localStart ?? null,
    retention,
    createdAt,
    validUntil: request.expiresAt ? new Date(request.expiresAt) : null,
    expireAt: runExpiresAt({ steps, payload, overrides, now: createdAt, retention }),
  };
  return { event, files, steps, dropped: recipients?.invalid ?? 0 };
}

/**
 * The event is there already: it is delivered once, and the answer says whether it is. An event that was never taken up is
 * started again; one that ended unfinished is started by a call of its own.
 */
async function answerDuplicate(
  { db, engine }: Services,
  scope: Scope,
  workflow: TriggeredWorkflow,
  transactionId: string,
): Promise<TriggerResult> {
  const event = await findEventStatus(db, scope, transactionId);
  if (!event) throw new Error(`Event ${transactionId} vanished while it was stored`);
  if (event.stopReason !== null && event.canceledAt === null) {
    return {
      acknowledged: true,
      status: "error",
      transactionId,
      error: [
        `Event ${transactionId} ended unfinished (${event.stopReason}): POST /v1/events/trigger/${transactionId}/resume starts it again`,
      ],
    };
  }
  if (event.cohorts === 0 && event.canceledAt === null) {
    await engine.startTrigger({
      event: { ...scope, eventId: event.id, transactionId },
      executionId: event.executionId,
      workflow: workflow.identifier,
      audience: event.audience,
      critical: workflow.critical,
    });
  }
  return accepted(transactionId);
}

const accepted = (transactionId: string): TriggerResult => ({ acknowledged: true, status: "processed", transactionId });

const RUNNABLE: readonly string[] = [...CHANNELS, "delay", "digest", "throttle", "http", "wait_for_event", "branch"];

/** Saving a workflow refuses types that cannot be run; one that was stored otherwise must not strand its runs. */
function requireRunnable(steps: VersionWithSteps["steps"]): void {
  const unknown = steps.find(({ type }) => !RUNNABLE.includes(type));
  if (!unknown) return;
  throw new DomainError(
    "invalid_input",
    `Step ${unknown.stepId} is of type ${unknown.type}, which cannot be run: change the workflow`,
  );
}

function requirePayloadSize(payload: Record<string, unknown>): void {
  if (isNestedDeeper(payload, PAYLOAD_MAX_DEPTH)) {
    throw new DomainError(
      "invalid_input",
      `payload is nested more than ${PAYLOAD_MAX_DEPTH} levels deep: put its lists and objects side by side`,
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(payload));
  if (bytes <= PAYLOAD_MAX_BYTES) return;
  throw new DomainError(
    "payload_too_large",
    `payload is ${bytes} bytes of JSON, at most ${PAYLOAD_MAX_BYTES}: send less, or a link to it`,
  );
}

/** Whether lists and objects are in each other more than so many times, without recursion, of which there is not enough. */
function isNestedDeeper(value: object, levels: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((parent) =>
      Object.values(parent).filter((child) => typeof child === "object" && child !== null),
    );
  }
  return false;
}

/** A tenant may be given by its identifier alone. */
function parseTenant(given: EventRequest["tenant"]): EventTenant | null {
  if (given === null || given === undefined) return null;
  if (typeof given === "string") return { identifier: given };
  return {
    identifier: given.identifier,
    ...(given.name != null && { name: given.name }),
    ...(given.data != null && { data: given.data }),
  };
}

/** The actor's id has been checked; fields that do not fit are left out. */
function parseActor(given: EventRequest["actor"]): InlineSubscriber | null {
  if (given === null || given === undefined) return null;
  return parseInlineSubscriber(given) ?? { subscriberId: typeof given === "string" ? given : given.subscriberId };
}

/** Templates that use a tenant or an actor need one: engine.md 1.2, check 4. */
function requireContext(
  { reservedVariables }: WorkflowVariables,
  given: { tenant: EventTenant | null; actor: InlineSubscriber | null },
): void {
  const missing = reservedVariables.flatMap(({ type, variables }) => {
    const value: object | null = given[type];
    if (!value) return [`${type} object`];
    const fields = new Map<string, unknown>(Object.entries(value));
    return variables.filter(({ name }) => !fields.get(name)).map(({ name }) => `${name} property of ${type}`);
  });
  if (missing.length > 0) throw new DomainError("invalid_input", `Trigger is missing: ${missing.join(", ")}`);
}
