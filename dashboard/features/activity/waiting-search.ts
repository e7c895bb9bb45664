import type { Query } from "#client/client.ts";
import { WAITING_KINDS } from "#contract/constants/waiting-kinds.ts";
import { PAGE_SIZES } from "../../components/page-sizes.ts";
import { choiceParam, searchSchema, sizeParam, textParam } from "../../search-schemas.ts";

/** The search parameters of the list of what waits. A value that does not parse counts as absent. */
export const WaitingSearch = searchSchema({
  kind: choiceParam(WAITING_KINDS),
  transactionId: textParam,
  /** The place from which the list is read. */
  cursor: textParam,
  size: sizeParam(PAGE_SIZES),
});
export type WaitingSearch = ReturnType<typeof WaitingSearch.parse>;

export function waitingQuery({ kind, transactionId, cursor, size }: WaitingSearch): Query<"listWaiting"> {
  return {
    limit: size,
    ...(kind && { kind }),
    ...(transactionId && { transactionId }),
    ...(cursor && { cursor }),
  };
}
