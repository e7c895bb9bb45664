import { and, eq, isNull, or } from "drizzle-orm";
import { idIn } from "#domain/short-id.ts";
import { layouts } from "../../schema/layouts.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

/** The id of the layout of this id, slug or identifier, which nobody deletes until the transaction ends; undefined for none. */
export async function findLayoutByReference(
  transaction: Transaction,
  scope: Scope,
  reference: string,
): Promise<string | undefined> {
  const id = idIn(reference);
  const byIdentifier = eq(layouts.identifier, reference);
  const named = id ? or(eq(layouts.id, id), byIdentifier) : byIdentifier;
  const [row] = await transaction
    .select({ id: layouts.id })
    .from(layouts)
    .where(and(eq(layouts.environmentId, scope.environmentId), isNull(layouts.deletedAt), named))
    .limit(1)
    .for("share");
  return row?.id;
}
