import type { Query } from "#client/client.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import { choiceParam, momentParam, pageParam, searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";

const PAGE_SIZE = 25;

export const MESSAGE_STATUS_CHOICES = [
  { id: "delivered", text: "Delivered" },
  { id: "undelivered", text: "Not delivered" },
] as const;

/** The search parameters of the list of messages. A value that does not parse counts as absent. */
export const MessageSearch = searchSchema({
  page: pageParam,
  channel: choiceParam(CHANNELS),
  subscriberId: textParam,
  transactionId: textParam,
  status: choiceParam(MESSAGE_STATUS_CHOICES.map(({ id }) => id)),
  /** Messages that were made from this moment on. */
  after: momentParam,
});
export type MessageSearch = ReturnType<typeof MessageSearch.parse>;

export function messageQuery(search: MessageSearch): Query<"listMessages"> {
  const { page, channel, subscriberId, transactionId, status, after } = search;
  return {
    page,
    limit: PAGE_SIZE,
    ...(channel && { channel }),
    ...(subscriberId && { subscriberId }),
    ...(transactionId && { transactionId: [transactionId] }),
    ...(status && { delivered: status === "delivered" }),
    ...(after && { after }),
  };
}
