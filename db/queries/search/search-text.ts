import type { Fragment } from "postgres";
import { idIn } from "#domain/values/short-id.ts";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";

/** The text that is looked for, in the forms that searches compare. Patterns are for `like`. */
export interface SearchText {
  text: string;
  lower: string;
  /** Finds values which begin with the text: as it is written, and in lower case. */
  prefix: string;
  lowerPrefix: string;
  /** Finds a value of `words` in which the text begins a word. */
  word: string;
  /** The id of Belfry that the text is, or that it ends with as a slug. */
  id: string | null;
}

const SEPARATORS = "-_./:";
const SPACES = " ".repeat(SEPARATORS.length);

export function searchText(query: string): SearchText {
  const text = query.trim();
  const lower = text.toLowerCase();
  const spaced = lower.replace(/[-_./:]/g, " ");
  return {
    text,
    lower,
    prefix: beginningWith(text),
    lowerPrefix: beginningWith(lower),
    word: `% ${beginningWith(spaced)}`,
    id: idIn(text) ?? null,
  };
}

/** The words of a column, in lower case and each behind a space. */
export const words = ({ $client: sql }: Database, column: Fragment): Fragment =>
  sql`(' ' || translate(lower(${column}), ${SEPARATORS}, ${SPACES}))`;
