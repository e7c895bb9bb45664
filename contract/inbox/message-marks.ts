import { z } from "zod";
import { MARK_AS } from "../constants/statuses.ts";
import { ACTION_STATUSES, BUTTON_TYPES } from "../constants/templates/templates.ts";
import { MessageWithSubscriber } from "../messages.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import { data, example, Id, PathReference } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { BySubscriber } from "../subscribers.ts";
import { countQuery, FeedPage, FeedQuery, feedIdentifiers, MessageCount } from "./feed.ts";

/** One id, several, or several in one text separated by commas. */
const messageIds = z
  .union([z.string(), z.array(z.string())], { error: "messageId is required" })
  .transform((value) =>
    [value]
      .flat()
      .flatMap((text) => text.split(","))
      .map((id) => id.trim())
      .filter(Boolean),
  )
  .refine((ids) => ids.length > 0, { error: "messageId is required" });

/** Exactly the given flags; neither means seen. */
export const MarkMessages = z
  .object({
    messageId: messageIds,
    mark: z
      .object({ seen: z.boolean().optional(), read: z.boolean().optional() })
      .transform(({ seen, read }): { seen?: boolean; read?: boolean } => ({
        ...(typeof seen === "boolean" && { seen }),
        ...(typeof read === "boolean" && { read }),
      }))
      .transform((flags) => (Object.keys(flags).length === 0 ? { seen: true } : flags)),
  })
  .meta(example({ messageId: "0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10", mark: { seen: true, read: true } }));

export const MarkMessagesAs = z
  .object({ messageId: messageIds, markAs: z.enum(MARK_AS) })
  .meta(example({ messageId: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10"], markAs: "read" }));

export const MarkAll = z
  .object({ markAs: z.enum(MARK_AS), feedIdentifier: feedIdentifiers.optional() })
  .meta(example({ markAs: "seen" }));

/** How many messages changed. */
export const MarkedCount = z.number().int();

/** A button of a message: the last parts of the path of an action. */
export const ActionParams = z.object({ messageId: PathReference, type: z.enum(BUTTON_TYPES) });
export const UpdateAction = z
  .object({
    status: z.enum(ACTION_STATUSES),
    payload: z.record(z.string(), z.unknown(), { error: "must be an object" }).optional(),
  })
  .meta(example({ status: "done", payload: { orderId: "A-1001" } }));

export const subscriberMessageOperations = operations("subscribers", {
  getFeedOfSubscriber: {
    route: "GET /v1/subscribers/:subscriberId/notifications/feed",
    client: "subscribers.getNotificationsFeed",
    summary: "Get the in-app messages of a subscriber",
    access: [KEY, READER],
    params: BySubscriber,
    query: FeedQuery,
    answer: { 200: FeedPage },
  },

  countUnseenOfSubscriber: {
    route: "GET /v1/subscribers/:subscriberId/notifications/unseen",
    client: "subscribers.getUnseenCount",
    summary: "Count the unseen in-app messages of a subscriber",
    access: [KEY, READER],
    params: BySubscriber,
    query: countQuery(1000).omit({ read: true }),
    answer: { 200: data(MessageCount) },
  },

  markMessagesOfSubscriber: {
    route: "POST /v1/subscribers/:subscriberId/messages/markAs",
    client: "subscribers.markMessageAs",
    arguments: ["messageId", "mark"],
    summary: "Mark messages of a subscriber as seen or read",
    access: [KEY, MEMBER],
    audit: { none: "a mark of a message is the subscriber's own, whoever sends it" },
    params: BySubscriber,
    body: MarkMessages,
    answer: { 201: data(z.array(MessageWithSubscriber)) },
    failures: ["not_found"],
  },

  markMessagesOfSubscriberAs: {
    route: "POST /v1/subscribers/:subscriberId/messages/mark-as",
    client: "subscribers.markMessagesAs",
    summary: "Mark messages of a subscriber as seen, read, unseen or unread",
    access: [KEY, MEMBER],
    audit: { none: "a mark of a message is the subscriber's own, whoever sends it" },
    params: BySubscriber,
    body: MarkMessagesAs,
    answer: { 201: data(z.array(MessageWithSubscriber)) },
    failures: ["not_found"],
  },

  markAllMessagesOfSubscriber: {
    route: "POST /v1/subscribers/:subscriberId/messages/mark-all",
    client: "subscribers.markAllMessagesAs",
    arguments: ["markAs", "feedIdentifier"],
    summary: "Mark all messages of a subscriber as seen, read, unseen or unread",
    access: [KEY, MEMBER],
    audit: { none: "a mark of a message is the subscriber's own, whoever sends it" },
    params: BySubscriber,
    body: MarkAll,
    answer: { 201: data(MarkedCount) },
    failures: ["not_found"],
  },

  updateActionOfSubscriber: {
    route: "POST /v1/subscribers/:subscriberId/messages/:messageId/actions/:type",
    client: "subscribers.markMessageActionSeen",
    summary: "Record the action that a subscriber chose in a message",
    access: [KEY, MEMBER],
    audit: { none: "a mark of a message is the subscriber's own, whoever sends it" },
    params: ActionParams.extend({ ...BySubscriber.shape, messageId: Id }),
    body: UpdateAction,
    answer: { 201: data(MessageWithSubscriber) },
    failures: ["not_found"],
  },
});
