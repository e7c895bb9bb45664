import type { TriggerResult } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { findEventStatus } from "#db/queries/events/event-status.ts";
import { insertEvent } from "#db/queries/events/insert-event.ts";
import { cacheEvent } from "#db/queries/events/load-event.ts";
import { ensureTenant } from "#db/queries/tenants/tenants.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import type { TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import type { EventBridge } from "#db/schema/events/event-contents.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import { accepted, answerDuplicate } from "./answer-duplicate.ts";
import { checkEvent, parseTenant } from "./check-event.ts";
import type { EventQuota } from "./event-quota.ts";
import type { RequestedEvent } from "./event-request.ts";

export interface AcceptServices {
  db: Database;
  engine: Engine;
  /** Null where plans do not count. */
  quota: EventQuota | null;
}

/** The workflow of an event, and the bridge that the event names. */
export interface EventWorkflow {
  workflow: TriggeredWorkflow;
  bridge?: EventBridge;
}

/**
 * Checks an event, counts it against the plan, stores it with what its runs share, and starts its execution. `stale` when the workflow has
 * changed since it was read: nothing is stored then.
 */
export async function acceptEvent(
  services: AcceptServices,
  requested: RequestedEvent,
  { workflow, bridge }: EventWorkflow,
): Promise<TriggerResult | "stale"> {
  const { db, engine } = services;
  const { scope, request, audience, transactionId } = requested;
  const version = await pinnedVersion(db, workflow.versionId);
  if (bridge) await db.transaction((transaction) => ensureTenant(transaction, scope, parseTenant(request.tenant)));
  const checked = await checkEvent(db, requested, { workflow, version, bridge });
  if ("refused" in checked) return checked.refused;
  const { event, contentExpireAt, files, problems } = checked;
  // A dry run sends nothing, which is what a plan counts.
  const giveBack = event.testMode?.dryRun ? nothing : await takeFromPlan(services, requested);
  if (giveBack === "duplicate") return duplicate();
  const content = { workflow: bridge ? null : workflow, version: version.version, contentExpireAt, files, problems };
  const stored = await insertEvent(db, event, content).catch((error: unknown) => {
    giveBack();
    throw error;
  });
  if (stored !== "stored") giveBack();
  if (stored === "stale") return "stale";
  if (stored === "duplicate") return duplicate();
  requested.noteEvent?.(false);
  cacheEvent(event);
  const [only, another] = event.recipients?.topics.length === 0 ? event.recipients.subscribers : [];
  await engine.startTrigger({
    event: { ...scope, eventId: event.id, transactionId },
    executionId: event.executionId,
    workflow: workflow.identifier,
    audience,
    critical: workflow.critical,
    subscriber: another === undefined ? only?.subscriberId : undefined,
    tenant: event.tenant?.identifier,
  });
  return accepted(transactionId);

  function duplicate(): Promise<TriggerResult> {
    requested.noteEvent?.(true);
    return answerDuplicate(services, scope, workflow, transactionId);
  }
}

const nothing = () => {};

/**
 * Counts the event against the organisation's plan; returns how to take that back. An event that is there already is answered
 * as ever, whatever is left of the month.
 */
async function takeFromPlan(
  { db, quota }: AcceptServices,
  { scope, transactionId }: RequestedEvent,
): Promise<(() => void) | "duplicate"> {
  if (!quota) return nothing;
  try {
    return await quota.take(scope);
  } catch (error) {
    if (error instanceof DomainError && (await findEventStatus(db, scope, transactionId))) return "duplicate";
    throw error;
  }
}
