import { randomUUID } from "node:crypto";
import { SUBSCRIBER_ID_MAX } from "#contract/constants/limits.ts";
import type { EventProblem, TriggerResult } from "#contract/events.ts";
import type { WorkflowVariables } from "#contract/workflows/templates.ts";
import type { Database } from "#db/client.ts";
import type { EventRow, EventTenant } from "#db/queries/events/insert-event.ts";
import { findTriggerTenant } from "#db/queries/tenants/tenants.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import type { TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import type { EventBridge } from "#db/schema/events/event-contents.ts";
import { keysOf, namedContexts } from "#domain/contexts.ts";
import { DomainError } from "#domain/errors.ts";
import { eventContent } from "#domain/event-content.ts";
import { schemaFaults } from "#domain/json-schemas/json-schema.ts";
import { withSchemaDefaults } from "#domain/json-schemas/schema-defaults.ts";
import {
  type InlineSubscriber,
  type InvalidRecipient,
  parseInlineSubscriber,
  parseRecipients,
} from "#domain/recipients.ts";
import { testModeOf } from "#domain/test-mode.ts";
import { environmentLabel } from "#domain/values/environment-label.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";
import { executionId } from "#engine/execution-id.ts";
import type { EventRequest, RequestedEvent } from "./event-request.ts";
import { takeAttachments } from "./take-attachments.ts";

/** The workflow that an event is checked by, at the version that it is pinned to. */
interface CheckedBy {
  workflow: TriggeredWorkflow;
  /** The bridge that the event names, which alone decides whether its workflow can be triggered. */
  bridge?: EventBridge | undefined;
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
  { scope, request, audience, transactionId }: RequestedEvent,
  { workflow, version, bridge }: CheckedBy,
): Promise<CheckedEvent | { refused: TriggerResult }> {
  const refused = (status: TriggerResult["status"]) => ({ refused: { acknowledged: true, status } as const });
  const testMode = testModeOf(request.testMode, workflow);
  const tenant = parseTenant(request.tenant);
  const actor = parseActor(request.actor);
  const contexts = namedContexts(request.context);
  const steps = version.steps.filter(({ active }) => active);
  if (!bridge) requireContext(version.version.variables, { tenant, actor });
  const complete = validPayload(request.payload ?? {}, version.version);
  if (!bridge) {
    const found = tenant && (await findTriggerTenant(db, scope, { ...tenant, workflowId: workflow.id }));
    if (found === undefined) return refused("no_tenant_found");
    if (!(found?.active ?? workflow.active)) return refused("trigger_not_active");
    if (version.steps.length === 0) return refused("no_workflow_steps_defined");
    if (steps.length === 0) return refused("no_workflow_active_steps_defined");
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
    contexts,
    contextKeys: keysOf(contexts),
    localStart: request.localStart ?? null,
    bridge: bridge ?? null,
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

/**
 * Returns the payload with the defaults of the workflow's schema, where payloads are to be checked. Throws
 * `invalid_input` that names each place which breaks the schema.
 */
function validPayload(
  given: Record<string, unknown>,
  { payloadSchema, validatePayload }: CheckedBy["version"]["version"],
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
export function parseTenant(given: EventRequest["tenant"]): EventTenant | null {
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
