import type { CreatePublication } from "#contract/workflows/publications.ts";
import type { Promotable } from "#db/queries/changes/promotable.ts";
import {
  decisionOf,
  getPublication,
  insertPublication,
  lockPublication,
  type PublicationRow,
  updatePublication,
} from "#db/queries/changes/publications.ts";
import type { PublicationItem } from "#db/schema/accounts/publications.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import type { AuthoredCall, CallContext, MemberCaller } from "../../caller.ts";
import { note } from "../audit.ts";
import type { SaveServices } from "../workflows/store-workflow.ts";
import { publishEnvironment } from "./publish-environment.ts";
import { publishOne } from "./publish-resource.ts";
import type { Published } from "./published.ts";
import { requiresApproval } from "./require-approval.ts";

/**
 * Publishes workflows, layouts and translation groups; where the target requires approval, asks for that. Throws `invalid_input` for what the source does
 * not have, and where nothing differs.
 */
export async function createPublication(
  services: SaveServices,
  call: AuthoredCall,
  { sourceEnvironmentId, targetEnvironmentId, resources, note: text }: CreatePublication,
): Promise<PublicationRow> {
  const { db } = services;
  const only = resources.map(({ id }) => id);
  const { source, target, published } = await publishEnvironment(services, call, {
    source: sourceEnvironmentId,
    target: targetEnvironmentId,
    only,
    dryRun: true,
  });
  const known = new Map(published.map((one) => [one.resource.id, one]));
  const [unknown] = resources.filter(({ id, kind }) => known.get(id)?.resource.kind !== kind);
  if (unknown) {
    throw invalid(
      `resources: no ${unknown.kind.replace("_", " ")} with id ${unknown.id} can be published from this environment`,
    );
  }
  const items = published.flatMap((one) => (isDifferent(one) ? [itemOf(one)] : []));
  if (items.length === 0) throw invalid("resources: all of them are the same in both environments already");
  const row = await db.transaction(async (transaction) => {
    const isWaiting = await requiresApproval(transaction, target);
    const inserted = await insertPublication(transaction, {
      ...target,
      sourceEnvironmentId: source.environmentId,
      state: isWaiting ? "waiting" : "published",
      note: text ?? null,
      items,
      requestedBy: await decisionOf(transaction, call.caller),
    });
    if (isWaiting) {
      const entry = { id: inserted.id, environmentId: target.environmentId, after: { items: namesOf(items) } };
      await note(transaction, call, { action: "publication.requested", ...entry });
    }
    return inserted;
  });
  return row.state === "published" ? carryOut(services, call, row) : row;
}

/** Approves a publication, and carries it out. Throws `forbidden` for who asked for it, and `conflict` when it waits no more. */
export async function approvePublication(
  services: SaveServices,
  call: CallContext<MemberCaller>,
  id: string,
): Promise<PublicationRow> {
  const row = await decide(services, call, id, async (transaction, waiting) => {
    if (waiting.requestedBy.userId === call.caller.userId) {
      throw new DomainError("forbidden", "You asked for this publication yourself: another member has to approve it");
    }
    const decidedBy = await decisionOf(transaction, call.caller);
    return { action: "publication.approved" as const, changes: { state: "published" as const, decidedBy } };
  });
  return carryOut(services, call, row);
}

/** Throws `forbidden` for who asked for it, who withdraws it instead, and `conflict` when it waits no more. */
export const declinePublication = (
  services: Pick<SaveServices, "db">,
  call: CallContext<MemberCaller>,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<PublicationRow> =>
  decide(services, call, id, async (transaction, waiting) => {
    if (waiting.requestedBy.userId === call.caller.userId) {
      throw new DomainError("forbidden", "You asked for this publication yourself: withdraw it instead");
    }
    const decidedBy = await decisionOf(transaction, call.caller);
    const changes = { state: "declined" as const, decidedBy, reason: reason ?? null };
    return { action: "publication.declined" as const, changes };
  });

/** Throws `forbidden` for anybody but who asked for it, and `conflict` when it waits no more. */
export const withdrawPublication = (
  services: Pick<SaveServices, "db">,
  call: AuthoredCall,
  id: string,
): Promise<PublicationRow> =>
  decide(services, call, id, async (_, waiting) => {
    if (waiting.requestedBy.userId !== call.caller.userId) {
      throw new DomainError("forbidden", "Another member asked for this publication: decline it instead");
    }
    return { action: "publication.withdrawn" as const, changes: { state: "withdrawn" as const } };
  });

interface Decided {
  action: `publication.${"approved" | "declined" | "withdrawn"}`;
  changes: Partial<PublicationRow>;
}

function decide(
  { db }: Pick<SaveServices, "db">,
  call: AuthoredCall,
  id: string,
  decision: (transaction: Transaction, waiting: PublicationRow) => Promise<Decided>,
): Promise<PublicationRow> {
  return db.transaction(async (transaction) => {
    const row = await lockPublication(transaction, call.scope.organizationId, id);
    if (row.state !== "waiting") {
      throw new DomainError("conflict", `The publication does not wait for approval any more: it was ${row.state}`);
    }
    const { action, changes } = await decision(transaction, row);
    const decided = await updatePublication(transaction, id, changes);
    await note(transaction, call, {
      action,
      id,
      environmentId: row.environmentId,
      after: { items: namesOf(row.items) },
    });
    return decided;
  });
}

/** Publishes each item in a transaction of its own, which stores the result with it: after a crash, what has none was not published. */
async function carryOut(services: SaveServices, call: AuthoredCall, row: PublicationRow): Promise<PublicationRow> {
  const { db } = services;
  const { organizationId } = row;
  const promotion = {
    source: { organizationId, environmentId: row.sourceEnvironmentId },
    target: { organizationId, environmentId: row.environmentId },
    userId: call.caller.userId,
  };
  const plan = await organizationPlan(services, call.scope);
  await updatePublication(db, row.id, { publishedAt: new Date() });
  let { items } = row;
  for (const item of row.items) {
    const resource: Promotable = { kind: item.kind, id: item.id, identifier: item.identifier, name: item.name };
    const withResult = (published: Published) => items.map((one) => (one === item ? resultOf(item, published) : one));
    const published = await publishOne(services, call, promotion, resource, {
      plan,
      expected: item.digest,
      onPublished: async (transaction, written) => {
        await updatePublication(transaction, row.id, { items: withResult(written) });
      },
    });
    items = withResult(published);
    if (published.error !== undefined) await updatePublication(db, row.id, { items });
  }
  return getPublication(db, organizationId, row.id);
}

function resultOf(item: PublicationItem, { action, error, undo, targetDigest }: Published): PublicationItem {
  if (error !== undefined) return { ...item, result: { action: "skipped", error } };
  return { ...item, result: { action }, ...(undo && { undo, written: targetDigest }) };
}

const itemOf = ({ resource, action, changes, sourceDigest }: Published): PublicationItem => ({
  ...resource,
  action,
  changes,
  digest: sourceDigest,
});

/** Whether there is something to publish, or to mend before. */
export const isDifferent = ({ action, error }: Published): boolean => action !== "skipped" || error !== undefined;

const namesOf = (items: readonly PublicationItem[]) =>
  items.map(({ kind, identifier }) => `${kind.replace("_", " ")} ${identifier}`);

const invalid = (text: string) => new DomainError("invalid_input", text);
