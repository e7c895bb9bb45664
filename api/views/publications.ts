import type { Publication, PublicationPreview, PublicationPreviewItem } from "#contract/workflows/publications.ts";
import type { PublicationRow } from "#db/queries/changes/publications.ts";
import type { Decision, PublicationItem } from "#db/schema/accounts/publications.ts";
import type { Scope } from "#db/scope.ts";
import { isDifferent } from "../services/changes/publications.ts";
import type { Published } from "../services/changes/published.ts";
import { isRevertible } from "../services/changes/revert-publication.ts";
import { withoutNulls } from "./fields.ts";
import { documentsOf } from "./v2/publishing.ts";

type Named = Pick<PublicationItem, "kind" | "id" | "identifier" | "name">;

export const namedView = ({ kind, id, identifier, name }: Named) => ({ kind, _id: id, identifier, name });

interface Compared {
  source: Scope;
  target: Scope;
  published: readonly Published[];
  requiresApproval: boolean;
}

/** A comparison of environments; `isWhole` with the contents. */
export function previewView(
  { source, target, published, requiresApproval }: Compared,
  { isWhole }: { isWhole: boolean },
): PublicationPreview {
  const different = published.filter(isDifferent);
  const needed = different.filter(({ resource }) => resource.kind !== "workflow");
  return {
    sourceEnvironmentId: source.environmentId,
    targetEnvironmentId: target.environmentId,
    items: different.map((one) => itemView(one, needed, isWhole)),
    unchanged: published.length - different.length,
    requiresApproval,
  };
}

function itemView(one: Published, others: readonly Published[], isWhole: boolean): PublicationPreviewItem {
  const { resource, action, changes, layoutIds, groupIds, error, source, target, before, after } = one;
  const needed = others.filter(({ resource: { id } }) => layoutIds.includes(id) || groupIds.includes(id));
  return {
    ...namedView(resource),
    action,
    changes,
    needs: needed.map(({ resource: named }) => namedView(named)),
    ...(error !== undefined && { problem: error }),
    ...(source && { sourceUpdatedAt: source.updatedAt.toISOString() }),
    ...(target && { targetUpdatedAt: target.updatedAt.toISOString() }),
    ...(isWhole && { before: documentsOf(before), after: documentsOf(after) }),
  };
}

export function publicationView(row: PublicationRow, userId: string): Publication {
  const { id, organizationId, environmentId, sourceEnvironmentId, state, items } = row;
  const person = ({ name, keyEnd, at, userId: own }: Decision) => ({
    name,
    at,
    isSelf: own === userId,
    ...(keyEnd !== undefined && { keyEnd }),
  });
  return {
    _id: id,
    _organizationId: organizationId,
    sourceEnvironmentId,
    targetEnvironmentId: environmentId,
    state,
    items: items.map((item) => ({
      ...namedView(item),
      action: item.action,
      changes: item.changes,
      ...(item.result && { result: item.result }),
      isRevertible: isRevertible(item),
      ...(item.revertedAt !== undefined && { revertedAt: item.revertedAt }),
    })),
    requestedBy: person(row.requestedBy),
    ...(row.decidedBy && { decidedBy: person(row.decidedBy) }),
    ...(row.revertedBy && { revertedBy: person(row.revertedBy) }),
    ...withoutNulls({ note: row.note, reason: row.reason }),
    createdAt: row.createdAt.toISOString(),
    ...(row.publishedAt && { publishedAt: row.publishedAt.toISOString() }),
  };
}
