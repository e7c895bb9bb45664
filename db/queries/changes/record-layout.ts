import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import type { LayoutRow } from "../layouts/layouts.ts";
import { layoutState } from "./entity-states.ts";
import { recordChanges } from "./record-changes.ts";

/**
 * Notes an edit of a layout. One that takes the place of a former default is promoted with that one's change, because each
 * environment has one default.
 */
export async function recordLayout(
  transaction: Transaction,
  scope: Scope,
  creatorId: string,
  layout: LayoutRow,
  { becomesDefault, former }: { becomesDefault: boolean; former?: LayoutRow | undefined },
): Promise<void> {
  const type = becomesDefault ? "DefaultLayout" : "Layout";
  const parentId = former && (await recordFormer(transaction, scope, creatorId, former));
  const state = layoutState(layout);
  await recordChanges(transaction, scope, creatorId, [{ type, state, ...(parentId && { parentId }) }]);
}

async function recordFormer(
  transaction: Transaction,
  scope: Scope,
  creatorId: string,
  former: LayoutRow,
): Promise<string | undefined> {
  const edit = { type: "DefaultLayout" as const, state: layoutState(former) };
  return (await recordChanges(transaction, scope, creatorId, [edit])).get(former.id);
}
