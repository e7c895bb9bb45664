import type { Query } from "#client/client.ts";
import { WAITING_KINDS } from "#contract/constants/waiting-kinds.ts";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { choiceParam, searchSchema, sizeParam, textParam } from "#dashboard/lists/search-schemas.ts";

/** The search parameters of the list of what waits. A value that does not parse counts as absent. */
export const WaitingSearch = searchSchema({
  kind: choiceParam(WAITING_KINDS),
  transactionId: textParam,
  /** The place from which the list is read on. */
  cursor: textParam,
  /** The place up to which it is read; there is no `cursor` then. */
  before: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type WaitingSearch = ReturnType<typeof WaitingSearch.parse>;

export function waitingQuery({ kind, transactionId, cursor, before, size }: WaitingSearch): Query<"listWaiting"> {
  return {
    limit: size,
    ...(kind && { kind }),
    ...(transactionId && { transactionId }),
    ...(cursor ? { cursor } : before && { before }),
  };
}
