import { randomUUID } from "node:crypto";
import type { StepInput } from "#contract/workflows.ts";
import { CreateWorkflow } from "#contract/workflows.ts";
import type { Database } from "#db/client.ts";
import { insertEvent, type NewEvent } from "#db/queries/events.ts";
import { listNotificationGroups } from "#db/queries/notification-groups.ts";
import { pinnedVersion } from "#db/queries/pinned-version.ts";
import { insertWorkflow } from "#db/queries/save-workflow.ts";
import { runExpiresAt } from "#domain/retention.ts";
import type { EventRef } from "#engine/plan.ts";
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
  return insertWorkflow(db, environment.scope, environment.userId, input);
}

/** An event of this workflow as an accepted trigger leaves it, and the steps that its execution walks. */
export async function anAcceptedEvent(
  db: Database,
  environment: TestEnvironment,
  workflow: { id: string; versionId: string },
  event: Partial<NewEvent> = {},
): Promise<{ ref: EventRef; stepIds: string[] }> {
  const version = await pinnedVersion(db, workflow.versionId);
  const payload = event.payload ?? {};
  const overrides = event.overrides ?? {};
  const row = await insertEvent(db, environment.scope, {
    transactionId: randomUUID(),
    workflowId: workflow.id,
    workflowVersionId: workflow.versionId,
    audience: "direct",
    to: null,
    tenant: null,
    actor: null,
    expireAt: runExpiresAt({ steps: version.steps, payload, overrides, now: new Date() }),
    ...event,
    payload,
    overrides,
  });
  return {
    ref: { ...environment.scope, eventId: row.id, transactionId: row.transactionId },
    stepIds: version.steps.filter(({ active }) => active).map(({ stepId }) => stepId),
  };
}
