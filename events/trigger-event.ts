import { LOG_CODES, type LogCode } from "#contract/constants/log-codes.ts";
import type { TriggerResult } from "#contract/events.ts";
import { DRY_RUN_PREFIX } from "#contract/test-mode.ts";
import { storeWebhooksBy } from "#db/queries/webhooks/store-webhooks.ts";
import { cachedWorkflow, findWorkflowByTrigger } from "#db/queries/workflows/workflows.ts";
import { DomainError } from "#domain/errors.ts";
import { MissingVariablesError } from "#domain/payload.ts";
import { type AcceptServices, acceptEvent, type EventWorkflow } from "./accept-event.ts";
import type { Bridge } from "./bridge.ts";
import type { AuthoredEventCall, EventCall } from "./event-call.ts";
import type { EventRequest, RequestedEvent } from "./event-request.ts";
import { newTransactionId } from "./new-transaction-id.ts";
import { workflowAtBridge } from "./workflow-at-bridge.ts";

export interface TriggerServices extends AcceptServices {
  bridge: Bridge;
  config: { encryptionKey: Buffer };
}

export interface TriggerCall extends AuthoredEventCall {
  log: { info(details: object, message: string): void };
}

/**
 * Accepts an event: checks it, pins the workflow's version, stores what the runs will share, and says yes only once
 * Temporal has the execution. What is refused leaves nothing behind.
 */
export async function triggerEvent(
  services: TriggerServices,
  call: TriggerCall,
  request: EventRequest,
  audience: RequestedEvent["audience"],
): Promise<TriggerResult> {
  const logRefusal = (code: LogCode | undefined) => {
    if (code !== undefined) call.log.info({ code, workflow: request.name }, "an event was refused");
  };
  try {
    const result = request.bridgeUrl
      ? await triggerAtBridge(services, call, { ...request, bridgeUrl: request.bridgeUrl }, audience)
      : await triggerStored(services, call, request, audience);
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

async function triggerAtBridge(
  services: TriggerServices,
  call: AuthoredEventCall,
  request: EventRequest & { bridgeUrl: string },
  audience: RequestedEvent["audience"],
): Promise<TriggerResult> {
  const requested = requestedEvent(call, request, audience);
  const found = await workflowAtBridge(services, call, request);
  const result = await acceptEvent(services, requested, found);
  if (result === "stale") throw new Error(`Workflow ${found.workflow.id} of a bridge vanished while it was triggered`);
  await reportRefused(services, requested, result);
  return result;
}

/** Accepts an event for a workflow of the environment, as `triggerEvent` does. */
export async function triggerStored(
  services: AcceptServices,
  call: EventCall,
  request: EventRequest,
  audience: RequestedEvent["audience"],
): Promise<TriggerResult> {
  const { scope } = call;
  if (Object.keys(request.controls?.steps ?? {}).length > 0) {
    throw new DomainError(
      "invalid_input",
      "controls count with bridgeUrl only: set those of a stored workflow by PUT /v1/bridge/controls/:workflowId/:stepId",
    );
  }
  const requested = requestedEvent(call, request, audience);
  const cached = cachedWorkflow(scope, request.name);
  const accepted = cached && (await acceptCached(services, requested, { workflow: cached }));
  if (accepted) return accepted;
  // Read again until it stays the same for as long as checking takes.
  for (;;) {
    const workflow = await findWorkflowByTrigger(services.db, scope, request.name);
    if (!workflow) throw new DomainError("workflow_not_found", "workflow_not_found");
    const result = await acceptEvent(services, requested, { workflow });
    if (result === "stale") continue;
    await reportRefused(services, requested, result);
    return result;
  }
}

/** Statuses of events that are acknowledged, and reach nobody because they are not stored. */
const REACHING_NOBODY: readonly TriggerResult["status"][] = [
  "trigger_not_active",
  "no_workflow_steps_defined",
  "no_workflow_active_steps_defined",
  "no_tenant_found",
  "invalid_recipients",
];

/** Reports to webhook endpoints that an event was acknowledged, and reaches nobody. */
async function reportRefused(
  { db }: Pick<AcceptServices, "db">,
  { scope, request, transactionId }: RequestedEvent,
  { status }: TriggerResult,
): Promise<void> {
  if (!REACHING_NOBODY.includes(status) || request.testMode?.dryRun) return;
  const counts = { runs: 0, reached: 0, skipped: 0, failed: 0 };
  const data = { transactionId, workflow: request.name, ...counts, reason: status };
  await storeWebhooksBy(db.$client, scope.environmentId, [{ type: "event.processed", data }]);
}

/** The id of a dry run is none that a real event has. */
function requestedEvent(call: EventCall, request: EventRequest, audience: RequestedEvent["audience"]): RequestedEvent {
  const transactionId = request.transactionId ?? newTransactionId(call);
  const isPrefixed = !request.testMode?.dryRun || transactionId.startsWith(DRY_RUN_PREFIX);
  const id = isPrefixed ? transactionId : `${DRY_RUN_PREFIX}${transactionId}`;
  return {
    scope: call.scope,
    request,
    audience,
    transactionId: id,
    noteEvent: (isDuplicate) => call.noteEvent?.(id, isDuplicate),
  };
}

/** Undefined when the event was not accepted: a refusal may be about a workflow that has changed since it was cached. */
async function acceptCached(
  services: AcceptServices,
  requested: RequestedEvent,
  cached: EventWorkflow,
): Promise<TriggerResult | undefined> {
  try {
    const result = await acceptEvent(services, requested, cached);
    return result !== "stale" && result.status === "processed" ? result : undefined;
  } catch (error) {
    // Once Temporal was asked, the event is stored.
    if (error instanceof DomainError && error.code !== "unavailable") return undefined;
    throw error;
  }
}
