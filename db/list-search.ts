import { and, getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./client.ts";
import { countUpTo, insideOf, LIST_COUNT_MAX, type ListWindow, momentOf, orderOf } from "./list-window.ts";

type ListedTable = PgTable & { createdAt: PgColumn; id: PgColumn };

/** A row, and when it was created, to the microsecond. */
export type ListedRow<Table extends ListedTable> = InferSelectModel<Table> & { at: string };

/**
 * One window of the rows that a condition finds, and how many there are, counted up to one more than `LIST_COUNT_MAX`. A search
 * reads that many matches at most, and sorts those.
 */
export async function searchRows<Table extends ListedTable>(
  db: Database,
  table: Table,
  { where, isSearch }: { where: SQL | undefined; isSearch: boolean },
  window: ListWindow,
): Promise<{ rows: ListedRow<Table>[]; count: number }> {
  const [rows, count] = await Promise.all([
    isSearch ? sortedMatches(db, table, where, window) : inOrder(db, table, where, window),
    countUpTo(db, sql`${table} where ${where}`),
  ]);
  return { rows: rowsOf<Table>(rows), count };
}

const listed = (table: ListedTable) => ({
  ...getTableColumns(table),
  // Named once more, because the columns of any table have no names for the compiler.
  createdAt: table.createdAt,
  id: table.id,
  at: momentOf(table).as("at"),
});

function inOrder(db: Database, table: ListedTable, where: SQL | undefined, window: ListWindow) {
  return db
    .select(listed(table))
    .from(table)
    .where(and(where, insideOf(window, table)))
    .orderBy(...orderOf(window, table))
    .limit(window.limit);
}

function sortedMatches(db: Database, table: ListedTable, where: SQL | undefined, window: ListWindow) {
  // The limit is a fence: only what was found is sorted, and it is found by the index of the search.
  const found = db.select(listed(table)).from(table).where(where).limit(LIST_COUNT_MAX).as("found");
  return db
    .select()
    .from(found)
    .where(insideOf(window, found))
    .orderBy(...orderOf(window, found))
    .limit(window.limit);
}

/** The builder cannot say of any table at all what its rows are. */
const rowsOf = <Table extends ListedTable>(rows: unknown[]) => rows as ListedRow<Table>[];
