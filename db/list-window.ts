import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DomainError } from "#domain/errors.ts";
import type { Executor } from "./transaction.ts";

/** The part of a list that is read: from a place on, in one direction, by the moment of creation and the id. */
export interface ListWindow {
  /** A moment as Postgres writes it, and an id; null for the start of the list. */
  place: { at: string; id: string } | null;
  direction: "asc" | "desc";
  /** Whether the row of the place is read, too. */
  isInclusive: boolean;
  /** Rows to read. */
  limit: number;
}

interface ListedColumns {
  createdAt: SQLWrapper;
  id: SQLWrapper;
}

/** The condition of a window; undefined from the start of the list. */
export function insideOf({ place, direction, isInclusive }: ListWindow, { createdAt, id }: ListedColumns) {
  if (!place) return undefined;
  const operator = sql.raw(`${direction === "desc" ? "<" : ">"}${isInclusive ? "=" : ""}`);
  return sql`(${createdAt}, ${id}) ${operator} (${place.at}::timestamptz, ${place.id}::uuid)`;
}

export function orderOf({ direction }: ListWindow, { createdAt, id }: ListedColumns): SQL[] {
  const by = direction === "desc" ? desc : asc;
  return [by(createdAt), by(id)];
}

/** The window of a list that begins after a place, newest first. */
export const newestFirst = (place: ListWindow["place"], limit: number): ListWindow => ({
  place,
  limit,
  direction: "desc",
  isInclusive: false,
});

/** The moment of a row with its microseconds, which a Date does not have. */
export const momentOf = ({ createdAt }: Pick<ListedColumns, "createdAt">) => sql<string>`${createdAt}::text`;

/** Counts of lists stop here, and searches read no more matches: an environment may have millions of rows. */
export const LIST_COUNT_MAX = 10_000;

/** Counts the rows of a query up to `most`, which is one more than `LIST_COUNT_MAX` unless another number is given. */
export async function countUpTo(db: Executor, query: SQLWrapper, most = LIST_COUNT_MAX + 1): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${query} limit ${most}) as counted`,
  );
  return row?.count ?? 0;
}

/** Most rows that come before a page of a numbered list, where their places are found in an index alone. */
export const LIST_SKIP_PLACES = 1_000_000;
/** The same where each row has to be read to find its place. */
export const LIST_SKIP_ROWS = 50_000;

interface NumberedPage {
  /** From 0 on. */
  page: number;
  /** Rows of a page. */
  limit: number;
}

/** The part of a list that is read by number. */
export interface RowRange {
  /** Rows before the first one. */
  offset: number;
  limit: number;
}

/**
 * Reads a page that is named by its number. One that begins after more than `most` rows is empty when the list ends before: one row is
 * read after the first `most`, for each row before a page costs something. Where there is one, throws `invalid_input`. Returns what
 * `read` returns.
 */
export async function numberedPage<Rows extends readonly unknown[] | undefined>(
  { page, limit }: NumberedPage,
  most: number,
  read: (range: RowRange) => Promise<Rows>,
): Promise<Rows> {
  const offset = page * limit;
  if (offset <= most) return read({ offset, limit });
  const beyond = await read({ offset: most, limit: 1 });
  if (!beyond?.length) return beyond;
  throw new DomainError(
    "invalid_input",
    `page must not begin after more than ${most} items: narrow the list, or read it by cursor`,
  );
}

/** Rows that are counted for the total of a page, which is exact up to `LIST_COUNT_MAX` rows beyond the page and stops there. */
export const countedFor = ({ page, limit }: NumberedPage, most: number): number =>
  Math.min(page * limit, most) + limit + LIST_COUNT_MAX;
