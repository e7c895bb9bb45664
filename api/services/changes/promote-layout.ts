import { enableChangesOf } from "#db/queries/changes/changes.ts";
import { layoutState } from "#db/queries/changes/entity-states.ts";
import { lockLayoutCopy } from "#db/queries/changes/promoted-copies.ts";
import { findLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import { clearDefaultLayout, findLayout, insertLayout, updateLayout } from "#db/queries/layouts/layouts.ts";
import type { LayoutState } from "#db/schema/accounts/changes.ts";
import type { Transaction } from "#db/transaction.ts";
import type { Promotion } from "./promotion.ts";
import { refusingOther } from "./promotion-conflict.ts";

/**
 * Creates, changes or deletes the copy of a layout. Returns its id; undefined when there is none then. Throws `conflict` when another
 * layout of the environment has its identifier.
 */
export async function promoteLayout(
  transaction: Transaction,
  { target, userId }: Promotion,
  state: LayoutState,
): Promise<string | undefined> {
  const { name, identifier, description, content, mjml = null, variables, isDefault } = state;
  const copy = await lockLayoutCopy(transaction, target, state.id);
  if (state.deleted) {
    if (copy && copy.deletedAt === null) {
      await updateLayout(transaction, copy, { deletedAt: new Date(), isDefault: false });
    }
    return undefined;
  }
  const isInPlace = copy?.isDefault === true && copy.deletedAt === null;
  if (isDefault && !isInPlace) await clearDefaultLayout(transaction, target);
  const fields = { name, identifier, description, content, mjml, variables, isDefault };
  return refusingOther(`layout with identifier ${identifier}`, async () => {
    const { id } = copy
      ? await updateLayout(transaction, copy, { ...fields, deletedAt: null, updaterId: userId })
      : await insertLayout(transaction, target, { ...fields, creatorId: userId, parentId: state.id });
    return id;
  });
}

/** The copy of a layout, for an email in it, or the layout of its identifier: where there is neither, it is promoted now with its changes. */
export async function targetLayoutId(
  transaction: Transaction,
  promotion: Promotion,
  layoutId: string,
): Promise<string | undefined> {
  const { source, target } = promotion;
  const copy = await lockLayoutCopy(transaction, target, layoutId);
  if (copy && copy.deletedAt === null) return copy.id;
  const layout = await findLayout(transaction, source, layoutId);
  if (!layout) return undefined;
  const named = await findLayoutByReference(transaction, target, layout.identifier);
  if (named !== undefined) return named;
  await enableChangesOf(transaction, source, [layoutId]);
  return promoteLayout(transaction, promotion, layoutState(layout));
}
