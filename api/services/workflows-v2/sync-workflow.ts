import type { Database } from "#db/client.ts";
import { lockEnvironment } from "#db/queries/changes/promotable.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findByReference } from "#db/queries/workflows/workflows-v2.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/short-id.ts";
import { organizationPlan, type PlanServices } from "../organization-plan.ts";
import { copyWorkflowV2 } from "./copy-workflow.ts";
import { type AuthoredCall, requireV2 } from "./save-workflow.ts";

/**
 * Makes the workflow the same in another environment of the organisation: api-workflows-and-widget.md 3.4. Publishing the environment
 * does the same. Returns the target's scope and id. Throws `invalid_input`, `not_found` and `conflict`.
 */
export async function syncWorkflow(
  services: PlanServices,
  { scope, caller }: AuthoredCall,
  reference: string,
  targetEnvironment: string,
): Promise<{ scope: Scope; id: string }> {
  const { db } = services;
  requireOther(scope, targetEnvironment);
  const target = await targetOf(db, scope, targetEnvironment);
  const plan = await organizationPlan(services, scope);
  const promotion = { source: scope, target, userId: caller.userId };
  return db.transaction(async (transaction) => {
    await lockEnvironment(transaction, target);
    const original = await findByReference(transaction, scope, reference, { lock: true });
    requireV2(original);
    const id = await copyWorkflowV2(transaction, promotion, original, plan);
    if (id === undefined) throw new Error(`The live workflow ${original.workflow.id} was copied without an id`);
    return { scope: target, id };
  });
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
