import type { CursorQuery } from "#contract/schemas/cursor-list.ts";
import { LIST_COUNT_MAX, type ListWindow } from "#db/list-window.ts";
import { DomainError } from "#domain/errors.ts";
import { pageAround, placeOf } from "./keyset.ts";

/**
 * The window of a list that a query names: what stands before a cursor is read backwards from it. One row more than the page
 * says whether there are others. Throws `invalid_input` for two cursors, and for one that no page has given.
 */
export function windowOf({ after, before, limit, orderDirection, includeCursor = false }: CursorQuery): ListWindow {
  if (after && before) throw new DomainError("invalid_input", "Send `after` or `before`, not both");
  const isDescending = (orderDirection === "DESC") !== Boolean(before);
  return {
    place: placeOf(after || before),
    direction: isDescending ? "desc" : "asc",
    isInclusive: includeCursor,
    limit: limit + 1,
  };
}

interface Found<Row> {
  rows: readonly Row[];
  /** Up to one more than `LIST_COUNT_MAX`. */
  count: number;
}

/** A page of the rows of a window, in the order of the list. */
export function cursorPage<Row, Shown>(
  { rows, count }: Found<Row>,
  query: CursorQuery,
  placeOfRow: (row: Row) => { at: string; id: string },
  view: (row: Row) => Shown,
) {
  const { shown, next, previous } = pageAround(rows, query, placeOfRow);
  return {
    data: shown.map(view),
    next,
    previous,
    totalCount: Math.min(count, LIST_COUNT_MAX),
    totalCountCapped: count > LIST_COUNT_MAX,
  };
}
