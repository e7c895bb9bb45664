import { PUBLICATION_KINDS, type PublicationKind } from "#contract/constants/changes.ts";
import type { Database } from "#db/client.ts";
import { listPromotables } from "#db/queries/changes/promotable.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findFirstChild } from "#db/queries/environments/first-child.ts";
import { findLackingVariables } from "#db/queries/environments/variable-usage.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import type { SaveServices } from "../workflows/store-workflow.ts";
import { publishOne } from "./publish-resource.ts";
import type { Published } from "./published.ts";
import { refuseUnapproved } from "./require-approval.ts";

export interface PublishOptions {
  target: string;
  source?: string | undefined;
  /** Whether only to find out what would change. */
  dryRun: boolean;
  /** Ids or identifiers; all of them when it is left out. */
  only?: readonly string[] | undefined;
  /** All of them when it is left out. */
  kinds?: readonly PublicationKind[];
}

/**
 * Copies workflows, layouts and translation groups of one environment to another, each in a transaction of its own; in a dry run each is rolled back.
 * The source is Development unless it is named. Throws `invalid_input` when both are the same, and `not_found` when the
 * organisation does not have one of them, and `conflict` when the target requires approval.
 */
export async function publishEnvironment(
  services: SaveServices,
  call: AuthoredCall,
  { target: targetId, source: given, dryRun, only, kinds = PUBLICATION_KINDS }: PublishOptions,
): Promise<{ source: Scope; target: Scope; published: Published[] }> {
  const { db } = services;
  const { scope, caller } = call;
  const { organizationId } = scope;
  const sourceId = given ?? (await findFirstChild(db, organizationId))?.parentId ?? scope.environmentId;
  const ids = [sourceId, targetId];
  for (const id of ids) {
    if (!(await findEnvironment(db, organizationId, id))) {
      throw notFound(`No environment with id ${id} exists in this organization`);
    }
  }
  if (sourceId === targetId) {
    throw new DomainError("invalid_input", "Source and target are the same environment: choose another target");
  }
  const source = { organizationId, environmentId: sourceId };
  const target = { organizationId, environmentId: targetId };
  if (!dryRun) await refuseUnapproved(db, target);
  const promotion = { source, target, userId: caller.userId };
  const plan = await organizationPlan(services, scope);
  const all = (await listPromotables(db, source, target)).filter(({ kind }) => kinds.includes(kind));
  const chosen = only ? all.filter(({ id, identifier }) => only.includes(id) || only.includes(identifier)) : all;
  const published: Published[] = [];
  for (const resource of chosen)
    published.push(await publishOne(services, call, promotion, resource, { dryRun, plan }));
  return { source, target, published: dryRun ? await withLacking(db, target, published) : published };
}

/** Says of what differs which variables of environments it names that the target has no value for: publishing copies none. */
async function withLacking(db: Database, target: Scope, published: readonly Published[]): Promise<Published[]> {
  const different = published.filter(({ changes }) => changes.length > 0);
  if (different.length === 0) return [...published];
  const lacking = await findLackingVariables(
    db,
    target,
    different.map(({ resource }) => resource.id),
  );
  const name = (await findEnvironment(db, target.organizationId, target.environmentId))?.name ?? "The target";
  return published.map((one) => {
    const keys = one.changes.length > 0 ? lacking.get(one.resource.id) : undefined;
    if (!keys) return one;
    const needed = keys.map((key) => `Also needs the environment variable ${key}, which ${name} has no value for`);
    return { ...one, changes: [...one.changes, ...needed] };
  });
}
