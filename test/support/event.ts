import { randomUUID } from "node:crypto";
import type { StepInput } from "#contract/workflows/steps.ts";
import { CreateWorkflow } from "#contract/workflows/workflows.ts";
import type { Database } from "#db/client.ts";
import { type EventRow, insertEvent } from "#db/queries/events/insert-event.ts";
import { listNotificationGroups } from "#db/queries/notification-groups/notification-groups.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import { insertWorkflow, newWorkflow } from "#db/queries/workflows/save-workflow.ts";
import { findWorkflowByTrigger } from "#db/queries/workflows/workflows.ts";
import { keysOf } from "#domain/contexts.ts";
import { parseRecipients } from "#domain/recipients.ts";
import { contentExpiresAt, runExpiresAt } from "#domain/times/retention.ts";
import { environmentLabel } from "#domain/values/environment-label.ts";
import { executionId } from "#engine/execution-id.ts";
import type { EventRef } from "#engine/refs.ts";
import type { TestEnvironment } from "./environment.ts";

/** A step as a caller would send it; only its template has to be said. */
export const aStep = (
  type: StepInput["template"]["type"],
  template: Partial<StepInput["template"]> = {},
  step: Partial<StepInput> = {},
) => ({
  ...step,
  template: { type, content: `${type} for {{ subscriber.firstName }}`, ...template },
});

/** An active workflow of these steps. */
export async function aWorkflow(db: Database, environment: TestEnvironment, steps: object[], settings: object = {}) {
  const [group] = await listNotificationGroups(db, environment.scope);
  const input = CreateWorkflow.parse({
    name: `Workflow ${randomUUID()}`,
    notificationGroupId: group?.id,
    active: true,
    steps,
    ...settings,
  });
  return db.transaction((transaction) =>
    insertWorkflow(transaction, environment.scope, newWorkflow(environment.userId, input)),
  );
}

export type AcceptedEvent = Partial<
  Pick<EventRow, "audience" | "payload" | "overrides" | "tenant" | "contexts" | "actor" | "validUntil" | "localStart">
> & {
  /** As a trigger's `to`. */
  to?: unknown;
  transactionId?: string;
};

/** An event of this workflow as an accepted trigger leaves it, and the steps that its runs go through. */
export async function anAcceptedEvent(
  db: Database,
  environment: TestEnvironment,
  workflow: { id: string; versionId: string },
  { to, payload = {}, overrides = {}, ...given }: AcceptedEvent = {},
): Promise<{ ref: EventRef; stepIds: string[] }> {
  const version = await pinnedVersion(db, workflow.versionId);
  const { identifier } = version.workflow;
  const triggered = await findWorkflowByTrigger(db, environment.scope, identifier);
  if (!triggered) throw new Error(`Workflow ${identifier} does not exist`);
  const steps = version.steps.filter(({ active }) => active);
  const label = environmentLabel(triggered.environment, environment.environmentId);
  const { transactionId = randomUUID(), audience = "direct" } = given;
  const createdAt = new Date();
  const retention = { steps, payload, overrides, now: createdAt, retention: triggered.retention };
  const { invalid: _, ...recipients } = parseRecipients(to ?? []);
  const event: EventRow = {
    ...environment.scope,
    id: randomUUID(),
    transactionId,
    workflowId: workflow.id,
    workflowVersionId: workflow.versionId,
    executionId: executionId({ workflow: identifier, environment: label, transactionId }),
    audience,
    payload,
    overrides,
    recipients: audience === "direct" ? recipients : null,
    actor: given.actor ?? null,
    tenant: given.tenant ?? null,
    contexts: given.contexts ?? [],
    contextKeys: keysOf(given.contexts ?? []),
    retention: triggered.retention,
    bridge: null,
    localStart: given.localStart ?? null,
    depth: 0,
    createdAt,
    validUntil: given.validUntil ?? null,
    expireAt: runExpiresAt(retention),
  };
  const content = { workflow: triggered, version: version.version, contentExpireAt: contentExpiresAt(retention) };
  const stored = await insertEvent(db, event, content);
  if (stored !== "stored") throw new Error(`The event is ${stored}`);
  return {
    ref: { ...environment.scope, eventId: event.id, transactionId },
    stepIds: steps.map(({ stepId }) => stepId),
  };
}
