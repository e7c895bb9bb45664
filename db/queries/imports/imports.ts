import { and, asc, count, eq, getTableColumns, gt, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { IMPORT_PROBLEMS_MAX, type ImportState } from "#contract/constants/imports.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { insideOf, momentOf, newestFirst, orderOf } from "../../list-window.ts";
import { type ImportLine, importPortions } from "../../schema/events/import-portions.ts";
import { importProblems } from "../../schema/events/import-problems.ts";
import { imports } from "../../schema/events/imports.ts";
import type { Scope } from "../../scope.ts";
import { storableJson, storableText } from "../../storable.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type ImportRow = typeof imports.$inferSelect;
export type ImportProblemRow = typeof importProblems.$inferSelect;

const OPEN: ImportState[] = ["pending", "running"];
const inScope = (scope: Scope, id: string) => and(eq(imports.environmentId, scope.environmentId), eq(imports.id, id));

/** Stores an import without its lines. Undefined when an earlier attempt of the call has stored it. */
export async function insertImport(
  transaction: Transaction,
  row: typeof imports.$inferInsert,
): Promise<ImportRow | undefined> {
  const [stored] = await transaction.insert(imports).values(row).onConflictDoNothing().returning();
  return stored;
}

export async function insertPortion(
  transaction: Transaction,
  importId: string,
  number: number,
  lines: readonly ImportLine[],
): Promise<void> {
  await transaction.insert(importPortions).values({ importId, number, lines: sql`${storableJson(lines)}::jsonb` });
}

/** Notes how many lines an import has. */
export async function setTotal(transaction: Transaction, { id }: ImportRow, total: number): Promise<ImportRow> {
  const [row] = await transaction.update(imports).set({ total }).where(eq(imports.id, id)).returning();
  if (!row) throw new Error("An import is gone within its transaction");
  return row;
}

/** Other imports of the environment that are under way. From now to the end of the transaction nobody else counts them. */
export async function countOpenImports(transaction: Transaction, scope: Scope): Promise<number> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`imports ${scope.environmentId}`}))`);
  const [row] = await transaction
    .select({ open: count() })
    .from(imports)
    .where(and(eq(imports.environmentId, scope.environmentId), inArray(imports.state, OPEN), isNotNull(imports.dueAt)));
  return row?.open ?? 0;
}

export async function findImport(db: Executor, scope: Scope, id: string): Promise<ImportRow | undefined> {
  const [row] = await db.select().from(imports).where(inScope(scope, id));
  return row;
}

/** Throws `not_found`. */
export async function getImport(db: Executor, scope: Scope, id: string): Promise<ImportRow> {
  const row = await findImport(db, scope, id);
  if (!row) throw notFound(`No import with id ${id} exists in this environment`);
  return row;
}

/** Newest first, after a place; one more than `limit`. `place` is the moment of creation to the microsecond. */
export function listImports(
  db: Database,
  scope: Scope,
  { limit, after }: { limit: number; after: { at: string; id: string } | null },
): Promise<(ImportRow & { place: string })[]> {
  const window = newestFirst(after, limit + 1);
  return db
    .select({ ...getTableColumns(imports), place: momentOf(imports) })
    .from(imports)
    .where(and(eq(imports.environmentId, scope.environmentId), insideOf(window, imports)))
    .orderBy(...orderOf(window, imports))
    .limit(window.limit);
}

/** In the order of the file, after a number; one more than `limit`. */
export function listProblems(
  db: Database,
  importId: string,
  { limit, after }: { limit: number; after: number },
): Promise<ImportProblemRow[]> {
  return db
    .select()
    .from(importProblems)
    .where(and(eq(importProblems.importId, importId), gt(importProblems.number, after)))
    .orderBy(asc(importProblems.number))
    .limit(limit + 1);
}

/** The lines of the portion that comes next; undefined after the last one. */
export async function readPortion(
  db: Executor,
  { id, nextPortion }: Pick<ImportRow, "id" | "nextPortion">,
): Promise<ImportLine[] | undefined> {
  const [row] = await db
    .select({ lines: importPortions.lines })
    .from(importPortions)
    .where(and(eq(importPortions.importId, id), eq(importPortions.number, nextPortion)));
  return row?.lines;
}

/** Locks an import that is where it was read; false when somebody else has gone on, or it was cancelled. */
export async function lockImport(
  transaction: Transaction,
  { id, nextPortion }: Pick<ImportRow, "id" | "nextPortion">,
): Promise<boolean> {
  const rows = await transaction
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.nextPortion, nextPortion), inArray(imports.state, OPEN)))
    .for("update");
  return rows.length > 0;
}

/** Outcome of the lines of a portion. */
export interface PortionOutcome {
  lines: number;
  created: number;
  updated: number;
  unchanged: number;
  problems: { line: number; field: string | null; message: string }[];
}

/** Adds the outcome of a portion to an import that is locked, and deletes the portion. */
export async function noteOutcome(
  transaction: Transaction,
  { id, nextPortion, problems: listed }: ImportRow,
  { lines, created, updated, unchanged, problems }: PortionOutcome,
  dueAt: Date,
): Promise<void> {
  const room = problems.slice(0, Math.max(0, IMPORT_PROBLEMS_MAX - listed));
  if (room.length > 0) {
    await transaction.insert(importProblems).values(
      room.map(({ line, field, message }, index) => ({
        importId: id,
        number: listed + index + 1,
        line,
        field: field === null ? null : storableText(field),
        message: storableText(message),
      })),
    );
  }
  await transaction
    .update(imports)
    .set({
      state: "running",
      nextPortion: nextPortion + 1,
      problems: listed + room.length,
      dueAt,
      done: sql`${imports.done} + ${lines}`,
      created: sql`${imports.created} + ${created}`,
      updated: sql`${imports.updated} + ${updated}`,
      unchanged: sql`${imports.unchanged} + ${unchanged}`,
      failed: sql`${imports.failed} + ${problems.length}`,
    })
    .where(eq(imports.id, id));
  await transaction
    .delete(importPortions)
    .where(and(eq(importPortions.importId, id), eq(importPortions.number, nextPortion)));
}

/** Ends an import; one that has ended stays as it was. What is left of its lines is deleted. */
export async function endImport(
  transaction: Transaction,
  id: string,
  state: Extract<ImportState, "completed" | "canceled">,
): Promise<void> {
  await transaction
    .update(imports)
    .set({ state, finishedAt: new Date(), dueAt: null })
    .where(and(eq(imports.id, id), inArray(imports.state, OPEN)));
  await transaction.delete(importPortions).where(eq(importPortions.importId, id));
}

/** Those that nobody seems to work on, longest first. */
export function findOverdueImports(db: Database, before: Date, limit: number): Promise<ImportRow[]> {
  return db
    .select()
    .from(imports)
    .where(and(isNotNull(imports.dueAt), lt(imports.dueAt, before)))
    .orderBy(imports.dueAt)
    .limit(limit);
}
