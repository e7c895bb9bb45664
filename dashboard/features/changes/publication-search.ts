import type { Query } from "#client/client.ts";
import type { PublicationState } from "#contract/constants/changes.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { keyParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

/** The filter and the place of the list of publications, as their address has them. */
export const PublicationSearch = searchSchema({
  state: keyParam<PublicationState>({ waiting: true, published: true, declined: true, withdrawn: true }),
  cursor: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type PublicationSearch = ReturnType<typeof PublicationSearch.parse>;

export const publicationQuery = ({ state, cursor, size }: PublicationSearch): Query<"listPublications"> => ({
  limit: size,
  ...(cursor && { cursor }),
  ...(state && { state }),
});
