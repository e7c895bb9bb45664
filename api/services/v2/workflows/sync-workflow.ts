import type { AuthoredCall } from "#api/caller.ts";
import type { Database } from "#db/client.ts";
import { lockEnvironment } from "#db/queries/changes/promotable.ts";
import { lockWorkflowCopy } from "#db/queries/changes/promoted-copies.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { findByReference } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { idIn } from "#domain/values/short-id.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import { note, notedIn } from "../../audit.ts";
import { refuseUnapproved } from "../../changes/require-approval.ts";
import type { SaveServices } from "../../workflows/store-workflow.ts";
import { copyWorkflowV2 } from "./copy-workflow.ts";

/**
 * Makes the workflow the same in another environment of the organisation. Publishing the environment does the same.
 * Returns the target's scope and id. Throws `invalid_input`, `not_found` and `conflict`.
 */
export async function syncWorkflow(
  services: SaveServices,
  call: AuthoredCall,
  reference: string,
  targetEnvironment: string,
): Promise<{ scope: Scope; id: string }> {
  const { scope, caller } = call;
  const { db } = services;
  requireOther(scope, targetEnvironment);
  await findByReference(db, scope, reference);
  const target = await targetOf(db, scope, targetEnvironment);
  const plan = await organizationPlan(services, scope);
  const promotion = { source: scope, target, userId: caller.userId };
  const there = { scope: target, caller, audit: call.audit };
  return db.transaction(async (transaction) => {
    await lockEnvironment(transaction, target);
    await refuseUnapproved(transaction, target);
    const original = await findByReference(transaction, scope, reference, { lock: true });
    requireV2(original);
    const copy = async () => {
      const id = await copyWorkflowV2({ transaction, mjml: services.mjml }, promotion, original, plan);
      if (id === undefined) throw new Error(`The live workflow ${original.workflow.id} was copied without an id`);
      return id;
    };
    const known = await lockWorkflowCopy(transaction, promotion, original.workflow);
    if (known?.deletedAt === null) {
      return {
        scope: target,
        id: await notedIn(transaction, there, { action: "workflow.updated", id: known.id }, copy),
      };
    }
    const id = await copy();
    const { identifier, name } = original.workflow;
    const after = { identifier, name, from: scope.environmentId };
    await note(transaction, there, { action: "workflow.created", id, name, after });
    return { scope: target, id };
  });
}

/** Other workflows are promoted by their changes. */
function requireV2({ workflow }: Pick<VersionWithSteps, "workflow">): void {
  if (workflow.origin === "novu-cloud") return;
  throw new DomainError(
    "invalid_input",
    `The workflow ${workflow.identifier} was not made by /v2/workflows: apply its change by POST /v1/changes/:changeId/apply`,
  );
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
