import type { Query } from "#client/client.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { keyParam, pageParam, searchSchema, sizeParam } from "#dashboard/lists/search-schemas.ts";

/** The filter and the page of the list of pauses. */
export const PauseSearch = searchSchema({
  state: keyParam<"resolved">({ resolved: true }),
  page: pageParam,
  size: sizeParam(PAGE_SIZES),
});
export type PauseSearch = ReturnType<typeof PauseSearch.parse>;

export const pauseQuery = ({ state, page, size }: PauseSearch): Query<"listPauses"> => ({
  state: state ?? "open",
  page,
  limit: size,
});
