import { randomUUID } from "node:crypto";
import { and, asc, count, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { ListLayouts } from "#contract/workflows/layouts.ts";
import { notFound } from "#domain/errors.ts";
import { slugify, withShortSuffix } from "#domain/values/slug.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { layouts } from "../../schema/workflows/layouts.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type LayoutRow = typeof layouts.$inferSelect;

/** The fields of a layout that a caller decides. */
export type LayoutFields = Pick<
  LayoutRow,
  "name" | "identifier" | "description" | "content" | "variables" | "isDefault"
> &
  Partial<Pick<LayoutRow, "mjml" | "updaterId">>;

/** Live layouts of the environment. */
const inScope = (scope: Scope) => and(eq(layouts.environmentId, scope.environmentId), isNull(layouts.deletedAt));

export const unknownLayout = (id: string) => notFound(`No layout with id ${id} exists in this environment`);

export async function findLayout(db: Executor, scope: Scope, id: string): Promise<LayoutRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db
    .select()
    .from(layouts)
    .where(and(inScope(scope), eq(layouts.id, id)));
  return row;
}

export async function getLayout(db: Executor, scope: Scope, id: string): Promise<LayoutRow> {
  const row = await findLayout(db, scope, id);
  if (!row) throw unknownLayout(id);
  return row;
}

/** Locks a layout, so that nobody changes, deletes or begins to use it until the transaction ends. Throws `not_found`. */
export async function lockLayout(transaction: Transaction, scope: Scope, id: string): Promise<LayoutRow> {
  if (!isUuid(id)) throw unknownLayout(id);
  const [row] = await transaction
    .select()
    .from(layouts)
    .where(and(inScope(scope), eq(layouts.id, id)))
    .for("update");
  if (!row) throw unknownLayout(id);
  return row;
}

/** One page, and how many there are. A `layoutId` that names none gives an empty page. */
export async function listLayouts(
  db: Database,
  scope: Scope,
  { page, pageSize, sortBy, orderBy, layoutId }: ListLayouts,
): Promise<{ layouts: LayoutRow[]; totalCount: number }> {
  if (layoutId && !isUuid(layoutId)) return { layouts: [], totalCount: 0 };
  const where = and(inScope(scope), layoutId ? eq(layouts.id, layoutId) : undefined);
  const direction = orderBy === "asc" ? asc : desc;
  const [rows, [total]] = await Promise.all([
    db
      .select()
      .from(layouts)
      .where(where)
      .orderBy(direction(layouts[sortBy]), direction(layouts.id))
      .limit(pageSize)
      .offset(page * pageSize),
    db.select({ count: count() }).from(layouts).where(where),
  ]);
  return { layouts: rows, totalCount: total?.count ?? 0 };
}

/** The layout that new emails of the environment get; undefined when it has none. */
export async function findDefaultLayout(db: Executor, scope: Scope): Promise<Pick<LayoutRow, "id"> | undefined> {
  const [row] = await db
    .select({ id: layouts.id })
    .from(layouts)
    .where(and(inScope(scope), layouts.isDefault));
  return row;
}

/** A live layout of that identifier, other than the one with `exceptId`. */
export async function isIdentifierTaken(
  transaction: Transaction,
  scope: Scope,
  identifier: string,
  exceptId?: string,
): Promise<boolean> {
  const others = exceptId === undefined ? undefined : ne(layouts.id, exceptId);
  return (await transaction.$count(layouts, and(inScope(scope), eq(layouts.identifier, identifier), others))) > 0;
}

export async function insertLayout(
  transaction: Transaction,
  scope: Scope,
  layout: LayoutFields & { creatorId: string; parentId?: string },
): Promise<LayoutRow> {
  const { organizationId, environmentId } = scope;
  const [row] = await transaction
    .insert(layouts)
    .values({ organizationId, environmentId, ...layout })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** The same with an identifier that follows from its name: with a suffix where another layout has the bare one. */
export async function insertLayoutByName(
  transaction: Transaction,
  scope: Scope,
  layout: Omit<Parameters<typeof insertLayout>[2], "identifier">,
): Promise<LayoutRow> {
  const { organizationId, environmentId } = scope;
  const slug = slugify(layout.name);
  let identifier = slug || withShortSuffix(slug, randomUUID());
  for (;;) {
    const [row] = await transaction
      .insert(layouts)
      .values({ organizationId, environmentId, ...layout, identifier })
      .onConflictDoNothing({ target: [layouts.environmentId, layouts.identifier], where: isNull(layouts.deletedAt) })
      .returning();
    if (row) return row;
    identifier = withShortSuffix(slug, randomUUID());
  }
}

export async function updateLayout(
  transaction: Transaction,
  { id }: Pick<LayoutRow, "id">,
  changes: Partial<LayoutFields & { deletedAt: Date | null }>,
): Promise<LayoutRow> {
  const [row] = await transaction
    .update(layouts)
    .set({ ...changes, revision: sql`${layouts.revision} + 1` })
    .where(eq(layouts.id, id))
    .returning();
  if (!row) throw unknownLayout(id);
  return row;
}

/**
 * Takes the flag from the default layout of the environment. Locks the environment, so that of two layouts that become
 * the default at once one is it in the end. Returns the layout that lost it.
 */
export async function clearDefaultLayout(transaction: Transaction, scope: Scope): Promise<LayoutRow | undefined> {
  await transaction
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.id, scope.environmentId))
    .for("no key update");
  const [former] = await transaction
    .update(layouts)
    .set({ isDefault: false })
    .where(and(inScope(scope), layouts.isDefault))
    .returning();
  return former;
}
