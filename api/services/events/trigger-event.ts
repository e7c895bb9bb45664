import { randomUUID } from "node:crypto";
import { CHANNELS } from "#contract/constants/channels.ts";
import { SUBSCRIBER_ID_MAX } from "#contract/constants/limits.ts";
import { LOG_CODES, type LogCode } from "#contract/constants/log-codes.ts";
import type { EventProblem, TriggerBroadcast, TriggerEvent, TriggerResult } from "#contract/events.ts";
import type { WorkflowVariables } from "#contract/templates.ts";
import { DRY_RUN_PREFIX } from "#contract/test-mode.ts";
import type { Database } from "#db/client.ts";
import { findEventStatus } from "#db/queries/events/event-status.ts";
import { type EventRow, type EventTenant, insertEvent } from "#db/queries/events/insert-event.ts";
import { cacheEvent } from "#db/queries/events/load-event.ts";
import { ensureTenant, findTriggerTenant } from "#db/queries/tenants/tenants.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { cachedWorkflow, findWorkflowByTrigger, type TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import type { EventBridge } from "#db/schema/event-contents.ts";
import type { Scope } from "#db/scope.ts";
import { environmentLabel } from "#domain/environment-label.ts";
import { DomainError } from "#domain/errors.ts";
import { eventContent } from "#domain/event-content.ts";
import { schemaFaults } from "#domain/json-schema.ts";
import type { LocalStart } from "#domain/local-start.ts";
import { MissingVariablesError } from "#domain/payload.ts";
import { isPlainObject } from "#domain/plain-object.ts";
import {
  type InlineSubscriber,
  type InvalidRecipient,
  parseInlineSubscriber,
  parseRecipients,
} from "#domain/recipients.ts";
import { withSchemaDefaults } from "#domain/schema-defaults.ts";
import { testModeOf } from "#domain/test-mode.ts";
import type { Engine } from "#engine/client.ts";
import { executionId } from "#engine/execution-id.ts";
import type { Bridge } from "../../bridge.ts";
import type { CallContext, KeyCaller, LoggedCall, MemberCaller } from "../../caller.ts";
import type { EventQuota } from "./event-quota.ts";
import { newTransactionId } from "./new-transaction-id.ts";
import { takeAttachments } from "./take-attachments.ts";
import { workflowAtBridge } from "./workflow-at-bridge.ts";

interface Services {
  db: Database;
  engine: Engine;
  /** Null where plans do not count. */
  quota: EventQuota | null;
}

/** One event to accept; a broadcast names nobody. */
export type EventRequest = ((TriggerEvent & { to: unknown }) | (TriggerBroadcast & { to?: undefined })) & {
  /** Set by schedules that reach each subscriber in a zone of its own. */
  localStart?: LocalStart | undefined;
};

/**
 * Accepts an event: checks it, pins the workflow's version, stores what the runs will share, and says yes only once
 * Temporal has the execution. What is refused leaves nothing behind.
 */
export async function triggerEvent(
  services: Services & { bridge: Bridge; config: { encryptionKey: Buffer } },
  call: LoggedCall<KeyCaller | MemberCaller>,
  request: EventRequest,
  audience: "direct" | "broadcast",
): Promise<TriggerResult> {
  const logRefusal = (code: LogCode | undefined) => {
    if (code !== undefined) call.log.info({ code, workflow: request.name }, "an event was refused");
  };
  try {
    const result = await triggerAnywhere(services, call, request, audience);
    logRefusal(REFUSED_STATUSES[result.status]);
    return result;
  } catch (error) {
    if (error instanceof MissingVariablesError) logRefusal(LOG_CODES.missingPayloadVariable);
    else if (error instanceof DomainError && error.code === "workflow_not_found")
      logRefusal(LOG_CODES.workflowNotFound);
    throw error;
  }
}

/** Codes of the refusals that are answered with a status. */
const REFUSED_STATUSES: Partial<Record<TriggerResult["status"], LogCode>> = {
  trigger_not_active: LOG_CODES.workflowNotActive,
  invalid_recipients: LOG_CODES.missingSubscriberId,
};

async function triggerAnywhere(
  services: Parameters<typeof triggerEvent>[0],
  call: CallContext<KeyCaller | MemberCaller>,
  request: EventRequest,
  audience: "direct" | "broadcast",
): Promise<TriggerResult> {
  if (request.bridgeUrl) {
    const { scope } = call;
    const transactionId = transactionIdOf(call, request);
    const { workflow, bridge } = await workflowAtBridge(services, call, { ...request, bridgeUrl: request.bridgeUrl });
    const result = await accept(services, scope, request, audience, transactionId, workflow, bridge);
    if (result === "stale") throw new Error(`Workflow ${workflow.id} of a bridge vanished while it was triggered`);
    return result;
  }
  return triggerStored(services, call, request, audience);
}

/** The id that the event is stored under: that of a dry run is none that a real event has. */
function transactionIdOf(call: CallContext, { transactionId: given, testMode }: EventRequest): string {
  const transactionId = given ?? newTransactionId(call);
  if (!testMode?.dryRun || transactionId.startsWith(DRY_RUN_PREFIX)) return transactionId;
  return `${DRY_RUN_PREFIX}${transactionId}`;
}

/** Accepts an event for a workflow of the environment, as `triggerEvent` does. */
export async function triggerStored(
  services: Services,
  call: CallContext,
  request: EventRequest,
  audience: "direct" | "broadcast",
): Promise<TriggerResult> {
  const { db } = services;
  const { scope } = call;
  const transactionId = transactionIdOf(call, request);
  if (Object.keys(request.controls?.steps ?? {}).length > 0) {
    throw new DomainError(
      "invalid_input",
      "controls count with bridgeUrl only: set those of a stored workflow by PUT /v1/bridge/controls/:workflowId/:stepId",
    );
  }
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
  bridge: EventBridge | null = null,
): Promise<TriggerResult | "stale"> {
  const { db } = services;
  const version = await pinnedVersion(db, workflow.versionId);
  if (bridge) {
    await db.transaction((transaction) => ensureTenant(transaction, scope, parseTenant(request.tenant)));
  }
  const checked = await checkEvent(db, scope, request, { audience, transactionId, workflow, version, bridge });
  if ("refused" in checked) return checked.refused;
  const { event, contentExpireAt, files, problems } = checked;
  const { recipients } = event;
  // A dry run sends nothing, which is what a plan counts.
  const giveBack = event.testMode?.dryRun ? nothing : await takeFromPlan(services, scope, transactionId);
  if (giveBack === "duplicate") return answerDuplicate(services, scope, workflow, transactionId);
  const content = { workflow: bridge ? null : workflow, version: version.version, contentExpireAt, files, problems };
  const stored = await insertEvent(db, event, content).catch((error: unknown) => {
    giveBack();
    throw error;
  });
  if (stored !== "stored") giveBack();
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

const nothing = () => {};

/**
 * Counts the event against the organisation's plan; returns how to take that back. An event that is there already is answered
 * as ever, whatever is left of the month.
 */
async function takeFromPlan(
  { db, quota }: Services,
  scope: Scope,
  transactionId: string,
): Promise<(() => void) | "duplicate"> {
  if (!quota) return nothing;
  try {
    return await quota.take(scope);
  } catch (error) {
    if (error instanceof DomainError && (await findEventStatus(db, scope, transactionId))) return "duplicate";
    throw error;
  }
}

interface CheckOptions {
  audience: "direct" | "broadcast";
  transactionId: string;
  workflow: TriggeredWorkflow;
  /** The bridge that the event names, which alone decides whether its workflow can be triggered. */
  bridge?: EventBridge | null;
  /** The steps of its runs, and the names that its templates use. */
  version: {
    version: Pick<VersionWithSteps["version"], "id" | "variables" | "payloadSchema" | "validatePayload">;
    steps: VersionWithSteps["steps"];
  };
}

/** An event that can be stored, and the active steps of its runs; `dropped` recipients name nobody, as `problems` say. */
export interface CheckedEvent {
  event: EventRow;
  contentExpireAt: Date;
  files: ReturnType<typeof takeAttachments>["files"];
  steps: VersionWithSteps["steps"];
  dropped: number;
  problems: EventProblem[];
}

/**
 * Checks an event: the tenant and actor that templates need, its payload, whether the workflow can run, what its steps require,
 * and its recipients, in this order. Throws `invalid_input` naming the field, and `payload_too_large`.
 */
export async function checkEvent(
  db: Database,
  scope: Scope,
  request: EventRequest,
  { audience, transactionId, workflow, version, bridge = null }: CheckOptions,
): Promise<CheckedEvent | { refused: TriggerResult }> {
  const refused = (status: TriggerResult["status"]) => ({ refused: { acknowledged: true, status } as const });
  const testMode = testModeOf(request.testMode, workflow);
  const tenant = parseTenant(request.tenant);
  const actor = parseActor(request.actor);
  const steps = version.steps.filter(({ active }) => active);
  if (!bridge) requireContext(version.version.variables, { tenant, actor });
  const complete = validPayload(request.payload ?? {}, version.version);
  if (!bridge) {
    const found = tenant && (await findTriggerTenant(db, scope, { ...tenant, workflowId: workflow.id }));
    if (found === undefined) return refused("no_tenant_found");
    if (!(found?.active ?? workflow.active)) return refused("trigger_not_active");
    if (version.steps.length === 0) return refused("no_workflow_steps_defined");
    if (steps.length === 0) return refused("no_workflow_active_steps_defined");
    requireRunnable(steps);
  }

  const overrides = request.overrides ?? {};
  const { payload: given, files } = takeAttachments(complete);
  const createdAt = new Date();
  const { retention } = workflow;
  const content = eventContent(given, { steps: version.steps, overrides, now: createdAt, retention });
  const { invalid, ...named } = parseRecipients(request.to);
  const recipients = audience === "direct" ? named : null;
  if (recipients && recipients.subscribers.length + recipients.topics.length === 0) {
    return { refused: { ...refused("invalid_recipients").refused, transactionId } };
  }

  const environment = environmentLabel(workflow.environment, scope.environmentId);
  const event: EventRow = {
    organizationId: scope.organizationId,
    environmentId: scope.environmentId,
    id: randomUUID(),
    transactionId,
    workflowId: workflow.id,
    workflowVersionId: version.version.id,
    executionId: executionId({ workflow: workflow.identifier, environment, transactionId }),
    audience,
    payload: content.payload,
    overrides,
    recipients,
    actor,
    tenant,
    localStart: request.localStart ?? null,
    bridge,
    depth: 0,
    retention,
    testMode,
    createdAt,
    validUntil: request.expiresAt ? new Date(request.expiresAt) : null,
    expireAt: content.expireAt,
  };
  const { contentExpireAt } = content;
  return {
    event,
    contentExpireAt,
    files,
    steps,
    dropped: invalid.filter(({ isKept }) => !isKept).length,
    problems: recipientProblems(invalid),
  };
}

/** Malformed recipients that are noted one by one. */
const NOTED_RECIPIENTS = 20;

function recipientProblems(invalid: readonly InvalidRecipient[]): EventProblem[] {
  const problems = invalid.slice(0, NOTED_RECIPIENTS).map(({ subscriberId, message }): EventProblem => {
    const subject = subscriberId?.slice(0, SUBSCRIBER_ID_MAX);
    return { kind: "recipient_invalid", ...(subject && { subject }), message };
  });
  const more = invalid.length - problems.length;
  if (more === 0) return problems;
  return [...problems, { kind: "recipient_invalid", message: `${more} more recipients are malformed in such ways` }];
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
  // The rows of runs that are long through are gone before the event is.
  const isOver = new Date(event.expireAt) <= new Date();
  if (event.cohorts === 0 && event.canceledAt === null && !isOver) {
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

const RUNNABLE: readonly string[] = [
  ...CHANNELS,
  "delay",
  "digest",
  "throttle",
  "http",
  "wait_for_event",
  "branch",
  "custom",
  "trigger",
];

/** Saving a workflow refuses types that cannot be run; one that was stored otherwise must not strand its runs. */
function requireRunnable(steps: VersionWithSteps["steps"]): void {
  const unknown = steps.find(({ type }) => !RUNNABLE.includes(type));
  if (!unknown) return;
  throw new DomainError(
    "invalid_input",
    `Step ${unknown.stepId} is of type ${unknown.type}, which cannot be run: change the workflow`,
  );
}

/**
 * Returns the payload with the defaults of the workflow's schema, where payloads are to be checked. Throws
 * `invalid_input` that names each place which breaks the schema.
 */
function validPayload(
  given: Record<string, unknown>,
  { payloadSchema, validatePayload }: CheckOptions["version"]["version"],
): Record<string, unknown> {
  if (!validatePayload || !payloadSchema) return given;
  const filled = withSchemaDefaults(payloadSchema, given);
  const payload = isPlainObject(filled) ? filled : given;
  const faults = schemaFaults(payloadSchema, payload);
  if (faults.length === 0) return payload;
  const field = (path: string) => (path === "" ? "payload" : `payload.${path}`);
  throw new DomainError(
    "invalid_input",
    faults.map(({ path, message }) => `${field(path)} ${message}`),
    {
      type: "PAYLOAD_VALIDATION_ERROR",
      errors: faults.map(({ path, message, keyword }) => ({ field: field(path), message, schemaPath: keyword })),
    },
  );
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

/** Templates that use a tenant or an actor need one. */
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
