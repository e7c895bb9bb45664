import { PAGE_SIZES, type PageSize } from "./page-sizes.ts";
import { searchSchema, sizeParam, textParam } from "./search-schemas.ts";

/** The search parameters of a list under /v2, which has no numbers of pages. A value that does not parse counts as absent. */
export const KeysetSearch = searchSchema({
  /** The text that is looked for. */
  query: textParam,
  /** The place from which the list is read on. */
  cursor: textParam,
  /** The place up to which it is read; there is no `cursor` then. */
  before: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type KeysetSearch = ReturnType<typeof KeysetSearch.parse>;

/** The page that a search names, as operations under /v2 take it. */
export const keysetPage = ({
  cursor,
  before,
  size,
}: Omit<KeysetSearch, "query">): { limit: PageSize; after?: string; before?: string } => ({
  limit: size,
  ...(cursor ? { after: cursor } : before && { before }),
});

/** The same with the text that is looked for. */
export const keysetQuery = (search: KeysetSearch): ReturnType<typeof keysetPage> & { query?: string } => ({
  ...keysetPage(search),
  ...(search.query && { query: search.query }),
});
