import type { Query } from "#client/client.ts";
import { PAGE_SIZES, type PageSize } from "../../../components/page-sizes.ts";
import { choiceParam, pageParam, searchSchema, sizeParam, textParam } from "../../../search-schemas.ts";

const ORDERS = [
  { id: "updatedAt", direction: "DESC" },
  { id: "name", direction: "ASC" },
] as const;
type LayoutOrder = (typeof ORDERS)[number]["id"];

/** The search, the order and the page of the list, as its address has them. */
export interface LayoutSearch {
  query: string;
  sort: LayoutOrder | undefined;
  direction: "ASC" | "DESC" | undefined;
  page: number;
  size: PageSize;
}

export const LayoutSearch = searchSchema<LayoutSearch>({
  query: textParam,
  sort: choiceParam(ORDERS.map(({ id }) => id)),
  direction: choiceParam(["ASC", "DESC"]),
  page: pageParam,
  size: sizeParam(PAGE_SIZES),
});

/** The values that the address leaves out. */
export const SEARCH_DEFAULTS = { query: "", page: 0, size: PAGE_SIZES[0] };

/** Returns the order of the rows: the one of the address, or the last changed first. */
export function orderOf({ sort, direction }: Pick<LayoutSearch, "sort" | "direction">) {
  const order = ORDERS.find(({ id }) => id === sort) ?? ORDERS[0];
  return { by: order.id, direction: direction ?? order.direction };
}

/** Returns the change of the search that orders by a column: a second time the other way round. */
export function orderBy(search: LayoutSearch, by: string): Pick<LayoutSearch, "sort" | "direction" | "page"> {
  const current = orderOf(search);
  const order = ORDERS.find(({ id }) => id === by) ?? ORDERS[0];
  const direction = current.by === order.id ? (current.direction === "ASC" ? "DESC" : "ASC") : order.direction;
  return {
    page: 0,
    sort: order === ORDERS[0] ? undefined : order.id,
    direction: direction === order.direction ? undefined : direction,
  };
}

/** Returns the call's query for a search. */
export function listQuery(search: LayoutSearch): Query<"searchLayouts"> {
  const { query, page, size } = search;
  const { by, direction } = orderOf(search);
  return { limit: size, offset: page * size, orderBy: by, orderDirection: direction, ...(query && { query }) };
}
