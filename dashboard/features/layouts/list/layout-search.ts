import type { Query } from "#client/client.ts";
import { createListOrder } from "#dashboard/lists/list-order.ts";
import { PAGE_SIZES, type PageSize } from "#dashboard/lists/page-sizes.ts";
import { choiceParam, pageParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

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

/** The last changed first, where the address names no other order. */
export const LAYOUT_ORDER = createListOrder(ORDERS);

/** Returns the call's query for a search. */
export function listQuery(search: LayoutSearch): Query<"searchLayouts"> {
  const { query, page, size } = search;
  const { by, direction } = LAYOUT_ORDER.orderOf(search);
  return { limit: size, offset: page * size, orderBy: by, orderDirection: direction, ...(query && { query }) };
}
