import type { PageSize } from "./page-sizes.ts";

/** The part of a list's search that says which of its rows are shown: a page, or a place to read on from or up to. */
export interface ListPlace {
  page?: number;
  size?: PageSize;
  cursor?: string;
  before?: string;
}

export interface ListSchema<Search> {
  parse: (search: unknown) => Search;
}

const NO_FILTERS: ReadonlySet<string> = new Set(["page", "size", "cursor", "before", "sort", "direction", "entry"]);

/** Returns the values that the address of a list leaves out. */
export const defaultsOf = <Search extends object>(schema: ListSchema<Search>): Search => schema.parse({});

const filtersOf = (search: object) =>
  Object.entries(search).filter(([name, value]) => !NO_FILTERS.has(name) && value !== undefined && value.length !== 0);

export const isFiltered = (search: object): boolean => filtersOf(search).length > 0;

/** Returns the search without filters, in the same order and with pages of the same size. */
export function withoutFilters<Search extends object>(schema: ListSchema<Search>, search: Search): Search {
  const rest = Object.entries(search).filter(([name]) => ["size", "sort", "direction"].includes(name));
  return schema.parse(Object.fromEntries(rest));
}

/** Returns the search with other filters or another order, from the first row on. */
export const fromStart = <Search extends ListPlace>(search: Search, change: Partial<Search> = {}): Search => ({
  ...search,
  ...("page" in search && { page: 0 }),
  ...("cursor" in search && { cursor: "", before: "" }),
  ...change,
});
