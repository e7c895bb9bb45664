import { DomainError } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";

/** A place in a list: a moment as Postgres writes it, and the id that tells rows of one moment apart. */
export interface Place {
  at: string;
  id: string;
}

const MOMENT =
  /^([1-9]\d{3}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;

/** Whether Postgres can read the text as a moment: a cursor is anybody's word. */
function isMoment(text: string): boolean {
  const [, day = ""] = MOMENT.exec(text) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The cursor of a place. */
export const cursorOf = ({ at, id }: Place): string => Buffer.from(`${at}|${id}`).toString("base64url");

/** Null without a cursor. Throws `invalid_input` for one that no page has given. */
export function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined || cursor === "") return null;
  const [at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split("|");
  if (isMoment(at) && isUuid(id)) return { at, id };
  throw new DomainError(
    "invalid_input",
    "cursor must be the `next` or `previous` of an earlier page: leave it out to start anew",
  );
}

/** A page of a list that is read in both directions. */
interface PageAround<Row> {
  /** In the order of the list. */
  shown: Row[];
  next: string | null;
  previous: string | null;
}

/**
 * A page of at most `limit` rows, of which one more than that was read: those after the cursor `after`, or those before the cursor `before`,
 * from that on backwards.
 */
export function pageAround<Row>(
  rows: readonly Row[],
  { limit, after, before }: { limit: number; after?: string | undefined; before?: string | undefined },
  place: (row: Row) => Place,
): PageAround<Row> {
  const shown = before ? rows.slice(0, limit).reverse() : rows.slice(0, limit);
  const isMore = rows.length > limit;
  const cursorAt = (row: Row | undefined) => (row === undefined ? null : cursorOf(place(row)));
  return {
    shown,
    next: before || isMore ? cursorAt(shown.at(-1)) : null,
    previous: (before ? isMore : Boolean(after)) ? cursorAt(shown[0]) : null,
  };
}

/** A page of at most `limit` rows, of which one more than that was read. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => Place,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last !== undefined ? cursorOf(place(last)) : null };
}
