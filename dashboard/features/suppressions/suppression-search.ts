import type { Query } from "#client/client.ts";
import {
  SUPPRESSED_CHANNELS,
  SUPPRESSION_REASONS,
  type SuppressedChannel,
  type SuppressionReason,
} from "#contract/constants/suppressions.ts";
import { PAGE_SIZES, type PageSize } from "#dashboard/lists/page-sizes.ts";
import { choiceParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

/** The filters and the place of the list, as its address has them. */
export interface SuppressionSearch {
  address: string;
  channel: SuppressedChannel | undefined;
  reason: SuppressionReason | undefined;
  cursor: string;
  before: string;
  size: PageSize;
}

export const SuppressionSearch = searchSchema<SuppressionSearch>({
  address: textParam,
  channel: choiceParam(SUPPRESSED_CHANNELS),
  reason: choiceParam(SUPPRESSION_REASONS),
  cursor: textParam,
  before: textParam,
  size: sizeParam(PAGE_SIZES),
});

/** Returns the call's query for a search. */
export const suppressionQuery = (search: SuppressionSearch): Query<"listSuppressions"> => {
  const { address, channel, reason, cursor, before, size } = search;
  return {
    limit: size,
    ...(address && { address }),
    ...(channel && { channel }),
    ...(reason && { reason }),
    ...(cursor ? { after: cursor } : before && { before }),
  };
};
