import type { EnvironmentDiff, EnvironmentPublished } from "#contract/v2/publishing.ts";
import type { EntityState } from "#db/schema/accounts/changes.ts";
import type { Scope } from "#db/scope.ts";
import type { Published } from "../../services/changes/published.ts";
import { documentOf } from "../changes.ts";

const ACTIONS = { created: "added", updated: "modified", deleted: "deleted", skipped: "unchanged" } as const;

export function environmentDiffView(source: Scope, target: Scope, published: readonly Published[]): EnvironmentDiff {
  const resources = published.map(diffView);
  const changed = published.filter(({ action }) => action !== "skipped").length;
  return {
    sourceEnvironmentId: source.environmentId,
    targetEnvironmentId: target.environmentId,
    resources,
    summary: { totalEntities: published.length, totalChanges: changed, hasChanges: changed > 0 },
  };
}

function diffView(published: Published): EnvironmentDiff["resources"][number] {
  const { resource, source, target, before, after } = published;
  const action = ACTIONS[published.action];
  const named = {
    ...typeOf(resource.kind === "layout" ? "layout" : "workflow"),
    sourceResource: source && rowView(resource.identifier, source),
    targetResource: target && rowView(resource.identifier, target),
  };
  const diffs = { previous: documentsOf(before), new: documentsOf(after) };
  const summary = { added: 0, modified: 0, deleted: 0, unchanged: 0, [action]: 1 };
  return { ...named, changes: [{ ...named, action, ...(action === "modified" && { diffs }) }], summary };
}

const typeOf = (resource: "workflow" | "layout") => ({ resourceType: "REGULAR" as const, resource });

const rowView = (id: string, { name, updatedAt }: { name: string; updatedAt: Date }) => ({
  id,
  name,
  updatedAt: updatedAt.toISOString(),
});

/** A layout, a workflow with its templates, or a translation group with its texts by locale. */
export function documentsOf([first, ...templates]: readonly EntityState[]): Record<string, unknown> | null {
  if (!first) return null;
  if (first.kind === "translation_group") {
    const texts = templates.flatMap((one) => (one.kind === "translation" ? [[one.locale, one.texts] as const] : []));
    return { ...documentOf(first), locales: Object.fromEntries(texts) };
  }
  return { ...documentOf(first), ...(templates.length > 0 && { templates: templates.map(documentOf) }) };
}

export function publishedView(published: readonly Published[]): EnvironmentPublished {
  const results = (["workflow", "layout"] as const).map((kind) => {
    const ofKind = published.filter(({ resource }) => resource.kind === kind);
    const named = ({ resource }: Published) => ({
      ...typeOf(kind),
      resourceId: resource.identifier,
      resourceName: resource.name,
    });
    return {
      ...typeOf(kind),
      successful: ofKind.flatMap((one) => (one.action === "skipped" ? [] : [{ ...named(one), action: one.action }])),
      failed: ofKind.flatMap((one) => (one.error === undefined ? [] : [{ ...named(one), error: one.error }])),
      skipped: ofKind.flatMap((one) =>
        one.action === "skipped" && one.error === undefined ? [{ ...named(one), reason: "Nothing has changed" }] : [],
      ),
      totalProcessed: ofKind.length,
    };
  });
  const total = (part: "successful" | "failed" | "skipped") =>
    results.reduce((sum, result) => sum + result[part].length, 0);
  const summary = {
    resources: published.length,
    successful: total("successful"),
    failed: total("failed"),
    skipped: total("skipped"),
  };
  return { results, summary };
}
