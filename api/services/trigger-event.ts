import { randomUUID } from "node:crypto";
import type { TriggerBroadcast, TriggerEvent, TriggerResult } from "#contract/events.ts";
import type { WorkflowVariables } from "#contract/workflows.ts";
import type { Database } from "#db/client.ts";
import { insertEvent } from "#db/queries/events.ts";
import { rememberEvent } from "#db/queries/known-event.ts";
import { pinnedVersion } from "#db/queries/pinned-version.ts";
import { findTenant } from "#db/queries/tenants.ts";
import type { VersionWithSteps } from "#db/queries/workflow-versions.ts";
import { findWorkflowByTrigger } from "#db/queries/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { completePayload } from "#domain/payload.ts";
import { parseInlineSubscriber, parseRecipients } from "#domain/recipients.ts";
import { runExpiresAt } from "#domain/retention.ts";
import type { Engine } from "#engine/client.ts";
import type { StepPlan } from "#engine/plan.ts";

interface Services {
  db: Database;
  engine: Engine;
}

/** One event to accept; a broadcast names nobody. */
type Request = (TriggerEvent & { to: unknown }) | (TriggerBroadcast & { to?: undefined });

/**
 * Accepts an event: checks it in the order of engine.md 1.2, pins the workflow's version, stores what the runs will share,
 * and says yes only once Temporal has the execution. What is refused leaves nothing behind.
 */
export async function triggerEvent(
  { db, engine }: Services,
  scope: Scope,
  request: Request,
  audience: "direct" | "broadcast",
): Promise<TriggerResult> {
  const workflow = await findWorkflowByTrigger(db, scope, request.name);
  if (!workflow) throw new DomainError("workflow_not_found", "workflow_not_found");
  const version = await pinnedVersion(db, workflow.versionId);

  const tenant = asObject(request.tenant, "identifier");
  const actor = asObject(request.actor, "subscriberId");
  requireContext(version.version.variables, { tenant, actor });
  if (tenant && !(await findTenant(db, scope, tenant.identifier))) return refused("no_tenant_found");
  if (!workflow.active) return refused("trigger_not_active");
  if (version.steps.length === 0) return refused("no_workflow_steps_defined");
  const steps = version.steps.filter(({ active }) => active);
  if (steps.length === 0) return refused("no_workflow_active_steps_defined");
  const overrides = request.overrides ?? {};
  const payload = completePayload(request.payload ?? {}, version.steps);
  const transactionId = request.transactionId ?? randomUUID();
  const recipients = audience === "direct" ? parseRecipients(request.to) : undefined;
  if (recipients && recipients.subscribers.length + recipients.topics.length === 0) {
    return { ...refused("invalid_recipients"), transactionId };
  }

  const event = await insertEvent(db, scope, {
    transactionId,
    workflowId: workflow.id,
    workflowVersionId: version.version.id,
    audience,
    to: request.to ?? null,
    payload,
    overrides,
    tenant,
    actor: actor && { ...(parseInlineSubscriber(actor) ?? {}), subscriberId: actor.subscriberId },
    expireAt: runExpiresAt({ steps, payload, overrides, now: new Date() }),
  });
  rememberEvent(event);
  // The engine has had it, perhaps so long ago that Temporal has forgotten: answered alike, delivered once.
  if (event.startedAt) return accepted(transactionId);

  const pinned =
    event.workflowVersionId === version.version.id ? version : await pinnedVersion(db, event.workflowVersionId);
  const [only, another] = recipients?.subscribers ?? [];
  await engine.startTrigger({
    input: {
      event: { ...scope, eventId: event.id, transactionId },
      audience: event.audience,
      steps: planOf(pinned),
    },
    labels: {
      workflow: workflow.identifier,
      tenant: tenant?.identifier,
      subscriber: another === undefined ? only?.subscriberId : undefined,
    },
    critical: workflow.critical,
  });
  return accepted(transactionId);
}

const refused = (status: TriggerResult["status"]): TriggerResult => ({ acknowledged: true, status });

const accepted = (transactionId: string): TriggerResult => ({ acknowledged: true, status: "processed", transactionId });

/** The steps that the engine walks. Saving a workflow refuses types that it cannot run. */
function planOf({ steps }: VersionWithSteps): StepPlan[] {
  return steps.flatMap(({ stepId, type, active }): StepPlan[] => {
    if (!active) return [];
    if (type === "in_app" || type === "email" || type === "sms" || type === "delay") return [{ id: stepId, type }];
    throw new DomainError(
      "invalid_input",
      `Step ${stepId} is of type ${type}, which cannot be run: change the workflow`,
    );
  });
}

/** Tenant and actor may be given by their identifier alone. */
function asObject<Key extends string>(
  value: string | ({ [K in Key]: string } & Record<string, unknown>) | null | undefined,
  key: Key,
): ({ [K in Key]: string } & Record<string, unknown>) | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? named(key, value) : value;
}

/** A computed key widens to any text, so the one key is vouched for here. */
function named<Key extends string>(key: Key, value: string): { [K in Key]: string } & Record<string, unknown> {
  return { [key]: value } as { [K in Key]: string } & Record<string, unknown>;
}

/** Templates that speak of a tenant or an actor need one: engine.md 1.2, check 4. */
function requireContext(
  { reservedVariables }: WorkflowVariables,
  given: { tenant: Record<string, unknown> | null; actor: Record<string, unknown> | null },
): void {
  const missing = reservedVariables.flatMap(({ type, variables }) => {
    const value = given[type];
    if (!value) return [`${type} object`];
    return variables.filter(({ name }) => !value[name]).map(({ name }) => `${name} property of ${type}`);
  });
  if (missing.length > 0) throw new DomainError("invalid_input", `Trigger is missing: ${missing.join(", ")}`);
}
