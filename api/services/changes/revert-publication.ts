import {
  lockAnyLayout,
  lockAnyWorkflow,
  lockEnvironment,
  lockGroupOfTranslations,
} from "#db/queries/changes/promotable.ts";
import {
  decisionOf,
  getPublication,
  lockPublication,
  type PublicationRow,
  updatePublication,
} from "#db/queries/changes/publications.ts";
import { clearDefaultLayout, updateLayout } from "#db/queries/layouts/layouts.ts";
import { saveMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import {
  deleteTranslationGroup,
  insertTranslationGroup,
  updateTranslationGroup,
} from "#db/queries/translations/translation-groups.ts";
import { deleteTranslation, putTranslation } from "#db/queries/translations/translations.ts";
import { findVersion } from "#db/queries/workflows/list-versions.ts";
import { deleteWorkflow, updateWorkflow } from "#db/queries/workflows/save-workflow.ts";
import { storedStepOf } from "#db/queries/workflows/workflow-steps.ts";
import { withVersion } from "#db/queries/workflows/workflows.ts";
import type { PublicationItem, Undo } from "#db/schema/accounts/publications.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { AuthoredCall } from "../../caller.ts";
import { note } from "../audit.ts";
import { measureTexts } from "../translations/put-texts.ts";
import { reportChange } from "../workflows/report-workflow.ts";
import type { SaveServices } from "../workflows/store-workflow.ts";
import { notesFor } from "./promote-translations.ts";
import { refusingOther } from "./promotion-conflict.ts";
import { layoutCopy, workflowCopy } from "./publish-resource.ts";
import { translationsCopy } from "./publish-translations.ts";
import { digestOf } from "./published.ts";

interface Reverted {
  publication: PublicationRow;
  /** Items that stay, with the reason. */
  refused: (Pick<PublicationItem, "kind" | "id" | "identifier" | "name"> & { error: string })[];
}

/** Whether an item was published, and not taken back since. */
export const isRevertible = ({ undo, revertedAt }: PublicationItem): boolean =>
  undo !== undefined && revertedAt === undefined;

/**
 * Takes back what a publication wrote, each item in a transaction of its own, workflows before the layouts that they use; layouts and
 * feeds that came along without being chosen stay. Throws `not_found`, `invalid_input` for an id that is none of its items, and
 * `conflict` when there is nothing to take back.
 */
export async function revertPublication(
  { db }: Pick<SaveServices, "db">,
  call: AuthoredCall,
  { id, ids }: { id: string; ids?: readonly string[] | undefined },
): Promise<Reverted> {
  const { organizationId } = call.scope;
  const { items } = await getPublication(db, organizationId, id);
  const unknown = ids?.find((given) => !items.some((item) => item.id === given));
  if (unknown !== undefined) {
    throw new DomainError("invalid_input", `ids: the publication has no item with id ${unknown}`);
  }
  const chosen = items.filter((item) => isRevertible(item) && (ids?.includes(item.id) ?? true));
  if (chosen.length === 0) {
    throw new DomainError(
      "conflict",
      "Nothing of it can be taken back: it was not published, or was taken back already",
    );
  }
  const refused: Reverted["refused"] = [];
  for (const item of chosen.toReversed()) {
    try {
      await db.transaction((transaction) => revertItem(transaction, call, id, item.id));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { kind, identifier, name } = item;
      refused.push({ kind, id: item.id, identifier, name, error: error.message });
    }
  }
  return { publication: await getPublication(db, organizationId, id), refused };
}

async function revertItem(transaction: Transaction, call: AuthoredCall, id: string, itemId: string): Promise<void> {
  const { environmentId } = await getPublication(transaction, call.scope.organizationId, id);
  const target = { organizationId: call.scope.organizationId, environmentId };
  // Before the publication: whoever publishes holds the environment first.
  if (!(await lockEnvironment(transaction, target))) {
    throw new DomainError("not_found", "The environment was deleted");
  }
  const { items } = await lockPublication(transaction, call.scope.organizationId, id);
  const item = items.find((one) => one.id === itemId);
  if (!item?.undo || item.revertedAt !== undefined) return;
  const { undo } = item;
  const revert = {
    translation_group: () => revertTranslationGroup(transaction, call, target, undo, item),
    layout: () => revertLayout(transaction, target, undo, item),
    workflow: () => revertWorkflow(transaction, call, target, undo, item),
  };
  await revert[item.kind]();
  const revertedAt = new Date().toISOString();
  await updatePublication(transaction, id, {
    items: items.map((one) => (one === item ? { ...one, revertedAt } : one)),
    revertedBy: await decisionOf(transaction, call.caller),
  });
  const { name } = item;
  const entry = { id, name, environmentId, after: { [item.kind]: item.identifier } };
  await note(transaction, call, { action: "publication.reverted", ...entry });
}

/** Refuses to write over what somebody else has published since. */
function refuseChanged(digest: string, { written }: PublicationItem): void {
  if (digest === written) return;
  throw new DomainError("conflict", "It was changed after this publication: take back the later one first");
}

async function revertLayout(transaction: Transaction, target: Scope, undo: Undo, item: PublicationItem): Promise<void> {
  const layout = await lockAnyLayout(transaction, target, undo.id);
  if (!layout) throw new DomainError("not_found", "The layout is gone");
  refuseChanged(digestOf(layoutCopy(layout).states), item);
  if (undo.state?.kind !== "layout") {
    await updateLayout(transaction, layout, { deletedAt: new Date(), isDefault: false });
    return;
  }
  const { kind: _kind, id: _id, deleted: _deleted, mjml = null, ...fields } = undo.state;
  if (fields.isDefault && !layout.isDefault) await clearDefaultLayout(transaction, target);
  await refusingOther(`layout with identifier ${fields.identifier}`, () =>
    updateLayout(transaction, layout, { ...fields, mjml, deletedAt: null }),
  );
}

async function revertTranslationGroup(
  transaction: Transaction,
  { caller }: AuthoredCall,
  target: Scope,
  { id, state }: Undo,
  item: PublicationItem,
): Promise<void> {
  const group = await lockGroupOfTranslations(transaction, target, id);
  refuseChanged(digestOf((await translationsCopy(transaction, group)).states), item);
  if (state?.kind !== "translation_group") {
    if (group) await deleteTranslationGroup(transaction, group);
    return;
  }
  const { name, identifier, locales } = state;
  const restored = await refusingOther(`translation group with identifier ${identifier}`, () =>
    group
      ? updateTranslationGroup(transaction, group, { name, identifier })
      : insertTranslationGroup(transaction, target, {
          id,
          name,
          identifier,
          creatorId: caller.userId,
          parentId: item.id,
        }),
  );
  for (const { locale, texts } of locales) {
    if (texts === null) {
      await deleteTranslation(transaction, restored, locale);
      continue;
    }
    const notes = await notesFor(transaction, restored, { locale, texts });
    await putTranslation(transaction, restored, { locale, texts, ...measureTexts(texts), ...notes });
  }
}

async function revertWorkflow(
  transaction: Transaction,
  { caller }: AuthoredCall,
  target: Scope,
  { id, state }: Undo,
  item: PublicationItem,
): Promise<void> {
  const workflow = await lockAnyWorkflow(transaction, target, id);
  if (!workflow) throw new DomainError("not_found", "The workflow is gone");
  const current = await withVersion(transaction, workflow);
  refuseChanged(digestOf((await workflowCopy(transaction, target, current)).states), item);
  if (state?.kind !== "workflow") {
    await deleteWorkflow(transaction, target, id);
    await reportChange(transaction, target, id, workflow);
    return;
  }
  const version = await findVersion(transaction, id, state.number);
  if (!version) throw new DomainError("not_found", `Version ${state.number} of the workflow is gone`);
  const { payloadSchema, validatePayload } = version.version;
  const { kind: _kind, id: _id, number, steps: _steps, deleted: _deleted, definition, ...fields } = state;
  const { preferencesEnabled, hasIssues, userPreferences } = definition ?? {};
  await refusingOther(`workflow with identifier ${fields.identifier}`, () =>
    updateWorkflow(transaction, current, caller.userId, {
      fields: {
        ...fields,
        severity: fields.severity ?? "none",
        deletedAt: null,
        ...(definition && { preferencesEnabled, hasIssues }),
      },
      steps: version.steps.map(storedStepOf),
      payload: { payloadSchema, validatePayload },
      restoredFrom: number,
      isKept: true,
    }),
  );
  if (definition) await saveMemberPreferences(transaction, target, id, userPreferences ?? null);
  await reportChange(transaction, target, id, workflow);
}
