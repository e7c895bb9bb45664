import type { Query } from "#client/client.ts";
import type { SuppressedChannel, SuppressionReason, SuppressionStream } from "#contract/constants/suppressions.ts";
import { keysetPage } from "#dashboard/lists/keyset-search.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { keyParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

/** The filters and the place of the list, as its address has them. */
export const SuppressionSearch = searchSchema({
  address: textParam,
  channel: keyParam<SuppressedChannel>({ email: true, sms: true }),
  reason: keyParam<SuppressionReason>({
    bounced: true,
    soft_bounced: true,
    complained: true,
    unsubscribed: true,
    added: true,
  }),
  stream: keyParam<SuppressionStream>({ all: true, non_critical: true }),
  status: keyParam<"lifted">({ lifted: true }),
  // Of the entry that is shown.
  entry: textParam,
  cursor: textParam,
  before: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type SuppressionSearch = ReturnType<typeof SuppressionSearch.parse>;

/** Returns the call's query for a search. */
export const suppressionQuery = (search: SuppressionSearch): Query<"listSuppressions"> => {
  const { address, channel, reason, stream, status } = search;
  return {
    ...keysetPage(search),
    ...(address && { address }),
    ...(channel && { channel }),
    ...(reason && { reason }),
    ...(stream && { stream }),
    ...(status && { lifted: true }),
  };
};
