import { z } from "zod";
import { Branding } from "../accounts/organizations.ts";
import { TIME_ZONE_MAX } from "../constants/limits.ts";
import { InAppMessage } from "../messages.ts";
import { PUBLIC, SUBSCRIBER } from "../schemas/access.ts";
import { data, example, Id, textUpTo } from "../schemas/common.ts";
import { sessionContext } from "../schemas/contexts.ts";
import { operations } from "../schemas/operations.ts";
import { EmailAddress } from "../schemas/people.ts";
import { SubscriberHoursChange } from "../schemas/subscriber-hours.ts";
import { profileTexts, SubscriberId } from "../subscribers.ts";
import { feedIdentifiers } from "./feed.ts";
import { InboxNotification, SeverityCounts } from "./inbox-notifications.ts";
import { ActionParams, MarkedCount, MarkMessages, MarkMessagesAs, UpdateAction } from "./message-marks.ts";

/*
 * What only the inbox widget asks for, under /v1/widgets, and the frames of its socket. Messages, feeds and marks are the
 * management API's too: messages.ts, feed.ts, message-marks.ts.
 */

export { InAppMessage };

/** Ids that one bulk delete takes. */
const BULK_DELETE_MAX = 100;

export const InitializeWidgetSession = z
  .object({
    /** The environment's public identifier. */
    applicationIdentifier: z.string().min(1, { error: "should not be empty" }),
    subscriberId: SubscriberId,
    /** Hex HMAC-SHA256 of the subscriberId. */
    hmacHash: z.string().optional(),
    ...profileTexts,
    /** An empty text gives nothing. */
    email: z.union([EmailAddress, z.literal("")], { error: "must be an email" }).optional(),
    /** The browser's. One that is no zone here is left out. */
    timezone: textUpTo(TIME_ZONE_MAX).optional(),
    /** Hours for a subscriber who has none. */
    defaultSchedule: SubscriberHoursChange.optional(),
    ...sessionContext,
  })
  .meta(example({ applicationIdentifier: "kZ3vN8qLm2Xr", subscriberId: "ada", firstName: "Ada" }));
export type InitializeWidgetSession = z.infer<typeof InitializeWidgetSession>;

export const WidgetSession = z.object({
  token: z.string(),
  profile: z.object({
    _id: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    phone: z.string().optional(),
  }),
});
export type WidgetSession = z.infer<typeof WidgetSession>;

/** Body of POST /messages/read and /messages/seen: feed identifiers, or none for all messages. */
export const MarkAllMessages = z.object({ feedId: feedIdentifiers.optional() }).meta(example({ feedId: "billing" }));

export const BulkDeleteMessages = z
  .object({
    messageIds: z
      .array(Id, { error: "should not be empty" })
      .min(1, { error: "should not be empty" })
      .max(BULK_DELETE_MAX, { error: `must contain no more than ${BULK_DELETE_MAX} elements` }),
  })
  .meta(example({ messageIds: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10"] }));

/** A feed's id here, where everything else takes identifiers. */
export const DeleteAllMessages = z.object({ feedId: Id.optional() });

export const UsageLog = z
  .object({ name: z.string(), payload: z.record(z.string(), z.unknown()).optional() })
  .meta(example({ name: "bell.opened" }));

export const WidgetOrganization = z.object({ _id: z.string(), name: z.string(), branding: Branding.optional() });
export type WidgetOrganization = z.infer<typeof WidgetOrganization>;

/** A frame of /v1/inbox/socket, server to client, as JSON text. Counts stop at COUNT_CAP; `hasMore` says that there are more. */
export const InboxSocketFrame = z.discriminatedUnion("event", [
  /** The first frame: from now on the socket receives every event. What happened before has to be fetched. */
  z.object({ event: z.literal("joined"), data: z.object({}) }),
  z.object({
    event: z.literal("notification_received"),
    /** The same twice: `notification` as lists of /v1/inbox/notifications have it, `message` as published clients read it. */
    data: z.object({ message: InAppMessage, notification: InboxNotification.optional() }),
  }),
  /** The subscriber has chosen something else about workflows, channels or hours. */
  z.object({ event: z.literal("preferences_changed"), data: z.object({}) }),
  /** Something changed that moved neither count, such as the archiving of one that was read. */
  z.object({ event: z.literal("notifications_changed"), data: z.object({}) }),
  z.object({
    event: z.literal("unseen_count_changed"),
    data: z.object({ unseenCount: z.number().int(), hasMore: z.boolean() }),
  }),
  z.object({
    event: z.literal("unread_count_changed"),
    /** `counts` repeats the number in the form newer published clients read. */
    data: z.object({ unreadCount: z.number().int(), hasMore: z.boolean(), counts: SeverityCounts.optional() }),
  }),
]);
export type InboxSocketFrame = z.infer<typeof InboxSocketFrame>;

export const widgetMessageOperations = operations("widgets", {
  markWidgetMessages: {
    route: "POST /v1/widgets/messages/markAs",
    client: "widgets.markMessages",
    summary: "Mark messages as seen or read",
    access: [SUBSCRIBER],
    body: MarkMessages,
    answer: { 201: data(z.array(InAppMessage)) },
  },

  markWidgetMessagesAs: {
    route: "POST /v1/widgets/messages/mark-as",
    client: "widgets.markMessagesAs",
    summary: "Mark messages as seen, read, unseen or unread",
    access: [SUBSCRIBER],
    body: MarkMessagesAs,
    answer: { 201: data(z.array(InAppMessage)) },
  },

  updateWidgetAction: {
    route: "POST /v1/widgets/messages/:messageId/actions/:type",
    client: "widgets.updateAction",
    summary: "Record the action that the subscriber chose in a message",
    access: [SUBSCRIBER],
    params: ActionParams,
    body: UpdateAction,
    answer: { 201: data(InAppMessage) },
    failures: ["not_found"],
  },

  deleteWidgetMessages: {
    route: "POST /v1/widgets/messages/bulk/delete",
    client: "widgets.deleteMessages",
    summary: "Delete messages by their ids",
    access: [SUBSCRIBER],
    body: BulkDeleteMessages,
    answer: { 200: z.object({}) },
  },

  deleteWidgetMessage: {
    route: "DELETE /v1/widgets/messages/:messageId",
    client: "widgets.deleteMessage",
    summary: "Delete a message",
    access: [SUBSCRIBER],
    params: ActionParams.pick({ messageId: true }),
    answer: { 200: data(InAppMessage) },
  },

  deleteAllWidgetMessages: {
    route: "DELETE /v1/widgets/messages",
    client: "widgets.deleteAllMessages",
    summary: "Delete all messages of a feed",
    access: [SUBSCRIBER],
    query: DeleteAllMessages,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  readAllWidgetMessages: {
    route: "POST /v1/widgets/messages/read",
    client: "widgets.readAllMessages",
    summary: "Mark all messages of a feed as read",
    access: [SUBSCRIBER],
    body: MarkAllMessages,
    answer: { 201: data(MarkedCount) },
  },

  seeAllWidgetMessages: {
    route: "POST /v1/widgets/messages/seen",
    client: "widgets.seeAllMessages",
    summary: "Mark all messages of a feed as seen",
    access: [SUBSCRIBER],
    body: MarkAllMessages,
    answer: { 201: data(MarkedCount) },
  },
});

export const widgetOrganizationOperations = operations("widgets", {
  getWidgetOrganization: {
    route: "GET /v1/widgets/organization",
    client: "widgets.getOrganization",
    summary: "Get the branding of the organisation",
    access: [SUBSCRIBER],
    answer: { 200: data(WidgetOrganization) },
    failures: ["not_found"],
  },
});

export const widgetSessionOperations = operations("widgets", {
  openWidgetSession: {
    route: "POST /v1/widgets/session/initialize",
    client: "widgets.openSession",
    summary: "Open a session of a subscriber's inbox",
    access: [PUBLIC],
    limit: "sessions",
    body: InitializeWidgetSession,
    answer: { 201: data(WidgetSession) },
    failures: ["not_found"],
  },
});

export const widgetUsageLogOperations = operations("widgets", {
  logWidgetUsage: {
    route: "POST /v1/widgets/usage/log",
    client: "widgets.logUsage",
    summary: "Accept usage reports of older front ends; nothing is stored",
    access: [SUBSCRIBER],
    body: UsageLog,
    answer: { 201: data(z.object({ success: z.literal(true) })) },
  },
});
