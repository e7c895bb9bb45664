import type { Query } from "#client/client.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { choiceParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

/** The states that the list is filtered by; without one it has what is open. */
const STATE_CHOICES = ["resolved", "ignored", "any"] as const;

const ORDERS = ["most"] as const;

/** The search parameters of the list of errors. A value that does not parse counts as absent. */
export const ErrorSearch = searchSchema({
  state: choiceParam(STATE_CHOICES),
  /** The order; without one by the last failure. */
  sort: choiceParam(ORDERS),
  /** The place from which the list is read on. */
  cursor: textParam,
  /** The place up to which it is read; there is no `cursor` then. */
  before: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type ErrorSearch = ReturnType<typeof ErrorSearch.parse>;

export const errorQuery = ({ state, sort, cursor, before, size }: ErrorSearch): Query<"listFailureGroups"> => ({
  limit: size,
  ...(state !== "any" && { state: state ?? "open" }),
  ...(sort && { order: sort }),
  ...(cursor ? { cursor } : before && { before }),
});
