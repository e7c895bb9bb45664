import type { Database } from "#db/client.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findMemberPreferences, saveMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import {
  findByReference,
  insertUnder,
  lockByIdentifier,
  updateWorkflowV2,
} from "#db/queries/workflows/workflows-v2.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/short-id.ts";
import { note, notedIn } from "../audit.ts";
import { organizationPlan, type PlanServices } from "../organization-plan.ts";
import { requirePlannedWorkflows } from "../require-plan.ts";
import { buildSteps } from "./build-steps.ts";
import { groupOfNew } from "./group-of-new.ts";
import { identifierOf, planOf } from "./plan-steps.ts";
import { type AuthoredCall, requireV2 } from "./save-workflow.ts";

/**
 * Makes the workflow the same in another environment of the organisation, where the one of its identifier is changed and keeps its
 * ids: api-workflows-and-widget.md 3.4. Returns the target's scope and id. Throws `invalid_input` and `not_found`.
 */
export async function syncWorkflow(
  services: PlanServices,
  call: AuthoredCall,
  reference: string,
  targetEnvironment: string,
): Promise<{ scope: Scope; id: string }> {
  const { scope, caller } = call;
  const { db } = services;
  requireOther(scope, targetEnvironment);
  const source = await findByReference(db, scope, reference);
  const target = await targetOf(db, scope, targetEnvironment);
  requireV2(source);
  const [user, notificationGroupId, plan] = await Promise.all([
    findMemberPreferences(db, scope, source.workflow.id),
    groupOfNew(db, target),
    organizationPlan(services, scope),
  ]);
  const { name, description, tags, active, hasIssues, severity, identifier } = source.workflow;
  const { preferenceSettings, preferencesReadOnly, preferencesEnabled } = source.workflow;
  const fields = {
    ...{ name, description, tags, active, hasIssues, severity },
    ...{ preferenceSettings, preferencesReadOnly, preferencesEnabled },
  };
  const payload = { payloadSchema: source.version.payloadSchema, validatePayload: source.version.validatePayload };
  const there = { scope: target, caller, audit: call.audit };
  const attempt = () =>
    db.transaction(async (transaction) => {
      const current = await lockByIdentifier(transaction, target, identifier);
      if (current) requireV2(current);
      const known = new Map(current?.steps.map((step) => [identifierOf(step), step.stepId]));
      const plans = source.steps.map((step) => ({ ...planOf(step), id: known.get(identifierOf(step)) }));
      const steps = await buildSteps(transaction, target, { plans, waitDays: plan.waitDays, ...payload });
      if (current) {
        const { id } = current.workflow;
        return notedIn(transaction, there, { action: "workflow.updated", id }, async () => {
          await updateWorkflowV2(transaction, current, caller.userId, { fields, steps, payload });
          await saveMemberPreferences(transaction, target, id, user);
          return id;
        });
      }
      const created = {
        identifier,
        fields,
        notificationGroupId,
        creatorId: caller.userId,
        steps,
        ...payload,
      };
      const newId = await insertUnder(transaction, target, created);
      if (newId === undefined) return undefined;
      await requirePlannedWorkflows(transaction, target, plan.workflows);
      await saveMemberPreferences(transaction, target, newId, user);
      const after = { identifier, name, from: scope.environmentId };
      await note(transaction, there, { action: "workflow.created", id: newId, name, after });
      return newId;
    });
  // Of two syncs at once, the second changes what the first has created.
  const id = (await attempt()) ?? (await attempt());
  if (id === undefined) throw new DomainError("conflict", `Others are creating the workflow ${identifier}: try again`);
  return { scope: target, id };
}

function requireOther({ environmentId }: Scope, given: string): void {
  if ((idIn(given) ?? given) !== environmentId) return;
  throw new DomainError("invalid_input", "Cannot sync workflow to the same environment: name another one");
}

async function targetOf(db: Database, scope: Scope, given: string): Promise<Scope> {
  const id = idIn(given) ?? given;
  const environment = await findEnvironment(db, scope.organizationId, id);
  if (environment) return { organizationId: scope.organizationId, environmentId: environment.id };
  throw new DomainError("invalid_input", [
    `targetEnvironmentId ${given} names no environment of this organization: take one from GET /v1/environments`,
  ]);
}
