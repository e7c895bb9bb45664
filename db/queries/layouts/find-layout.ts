import { and, eq, isNull, or } from "drizzle-orm";
import { idIn } from "#domain/values/short-id.ts";
import type { Database } from "../../client.ts";
import { layouts } from "../../schema/workflows/layouts.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import type { LayoutContent } from "./layout-contents.ts";

/** The id of the layout of this id, slug or identifier, which nobody deletes until the transaction ends; undefined for none. */
export async function findLayoutByReference(
  transaction: Transaction,
  scope: Scope,
  reference: string,
): Promise<string | undefined> {
  const [row] = await transaction
    .select({ id: layouts.id })
    .from(layouts)
    .where(isNamed(scope, reference))
    .limit(1)
    .for("share");
  return row?.id;
}

/** Returns the content of the layout of this id, slug or identifier; undefined for none. */
export async function readLayoutByReference(
  db: Database,
  scope: Scope,
  reference: string,
): Promise<LayoutContent | undefined> {
  const [row] = await db
    .select({ content: layouts.content, variables: layouts.variables })
    .from(layouts)
    .where(isNamed(scope, reference))
    .limit(1);
  return row;
}

function isNamed({ environmentId }: Scope, reference: string) {
  const id = idIn(reference);
  const byIdentifier = eq(layouts.identifier, reference);
  const named = id ? or(eq(layouts.id, id), byIdentifier) : byIdentifier;
  return and(eq(layouts.environmentId, environmentId), isNull(layouts.deletedAt), named);
}
