import type { Query } from "#client/client.ts";
import type { MessageMark } from "#contract/constants/activity/message-marks.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import { choiceParam, momentParam, pageParam, searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";

const PAGE_SIZE = 25;

export const MESSAGE_STATUS_CHOICES = [
  { id: "delivered", text: "Delivered" },
  { id: "undelivered", text: "Not delivered" },
] as const;

export const MARK_CHOICES = [
  { id: "read", text: "Read" },
  { id: "clicked", text: "Clicked" },
  { id: "seen", text: "Seen" },
  { id: "archived", text: "Archived" },
] as const satisfies readonly { id: MessageMark; text: string }[];

/** The search parameters of the list of messages. A value that does not parse counts as absent. */
export const MessageSearch = searchSchema({
  page: pageParam,
  channel: choiceParam(CHANNELS),
  subscriberId: textParam,
  transactionId: textParam,
  status: choiceParam(MESSAGE_STATUS_CHOICES.map(({ id }) => id)),
  mark: choiceParam(MARK_CHOICES.map(({ id }) => id)),
  workflowId: textParam,
  /** Messages that were made from this moment on. */
  after: momentParam,
});
export type MessageSearch = ReturnType<typeof MessageSearch.parse>;

export function messageQuery(search: MessageSearch): Query<"listMessages"> {
  const { page, channel, subscriberId, transactionId, status, mark, workflowId, after } = search;
  return {
    page,
    limit: PAGE_SIZE,
    ...(channel && { channel }),
    ...(subscriberId && { subscriberId }),
    ...(transactionId && { transactionId: [transactionId] }),
    ...(status && { delivered: status === "delivered" }),
    ...(mark && { mark }),
    ...(workflowId && { workflowId }),
    ...(after && { after }),
  };
}
