import { and, asc, desc, eq, ilike, isNull, or, sql } from "drizzle-orm";
import type { ListLayoutsV2 } from "#contract/v2/layouts.ts";
import { idIn } from "#domain/values/short-id.ts";
import type { Database } from "../../client.ts";
import { containing } from "../../like.ts";
import { layouts } from "../../schema/workflows/layouts.ts";
import type { Scope } from "../../scope.ts";
import type { Executor } from "../../transaction.ts";
import { type LayoutRow, unknownLayout } from "./layouts.ts";

const inScope = (scope: Scope) => and(eq(layouts.environmentId, scope.environmentId), isNull(layouts.deletedAt));

/** The layout of an id, an identifier or a slug. Throws `not_found`. */
export async function getLayoutByReference(db: Executor, scope: Scope, reference: string): Promise<LayoutRow> {
  const id = idIn(reference);
  const [row] = await db
    .select()
    .from(layouts)
    .where(
      and(inScope(scope), or(eq(layouts.identifier, reference), id === undefined ? undefined : eq(layouts.id, id))),
    )
    // An identifier that looks like an id or a slug is an identifier.
    .orderBy(sql`${layouts.identifier} = ${reference} desc`)
    .limit(1);
  if (!row) throw unknownLayout(reference);
  return row;
}

/** One page, and how many there are. */
export async function searchLayouts(
  db: Database,
  scope: Scope,
  { limit, offset, orderBy, orderDirection, query }: ListLayoutsV2,
): Promise<{ layouts: LayoutRow[]; totalCount: number }> {
  const pattern = query ? containing(query) : undefined;
  const matching = pattern ? or(ilike(layouts.name, pattern), ilike(layouts.identifier, pattern)) : undefined;
  const where = and(inScope(scope), matching);
  const direction = orderDirection === "ASC" ? asc : desc;
  const [rows, totalCount] = await Promise.all([
    db
      .select()
      .from(layouts)
      .where(where)
      .orderBy(direction(layouts[orderBy]), direction(layouts.id))
      .limit(limit)
      .offset(offset),
    db.$count(layouts, where),
  ]);
  return { layouts: rows, totalCount };
}
