import { z } from "zod";
import { SEVERITIES, type Severity } from "../constants/severities.ts";
import { BUTTON_TYPES, REDIRECT_TARGETS } from "../constants/templates/templates.ts";
import { parseExactJson } from "../constants/values/exact-json.ts";
import { MessageWorkflow } from "../messages.ts";
import { KEY, MEMBER, READER, SUBSCRIBER } from "../schemas/access.ts";
import { data, example, givenMoment, Id, Moment, queryNumber } from "../schemas/common.ts";
import { ContextKeys, contextKeysQuery } from "../schemas/contexts.ts";
import { DataFilter, DataFilterText } from "../schemas/data-filter.ts";
import { operations } from "../schemas/operations.ts";
import { QueryTagFilter, TagFilter } from "../schemas/tag-filter.ts";
import { BySubscriber } from "../subscribers.ts";
import { FeedFilter } from "./feed.ts";

/* Notifications as the published clients 3.x read and change them, under /v1/inbox. */

/** Filters of one call, and ids that one call marks as seen. */
const FILTERS_MAX = 30;
const SEEN_MAX = 100;
/** End of the year 9999: what Postgres and JSON both know as a moment. */
const SNOOZE_MOMENT_MAX = 253_402_300_799_999;

const Redirect = z.object({ url: z.string(), target: z.enum(REDIRECT_TARGETS).optional() });
const Action = z.object({ label: z.string(), isCompleted: z.boolean(), redirect: Redirect.optional() });

export const InboxNotification = z
  .object({
    id: z.string(),
    transactionId: z.string(),
    subject: z.string().optional(),
    /** Text. */
    body: z.string(),
    /** The same with its markup, where the workflow wrote HTML: sanitized, and still to be shown through a parser alone. */
    bodyHtml: z.string().optional(),
    /** Empty ids when the subscriber is gone. */
    to: z.object({
      id: z.string(),
      subscriberId: z.string(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      avatar: z.string().optional(),
    }),
    isRead: z.boolean(),
    isSeen: z.boolean(),
    isArchived: z.boolean(),
    isSnoozed: z.boolean(),
    snoozedUntil: Moment.optional(),
    /** Its creation and every return from a snooze. */
    deliveredAt: z.array(Moment).optional(),
    createdAt: Moment,
    readAt: Moment.nullish(),
    firstSeenAt: Moment.optional(),
    archivedAt: Moment.nullish(),
    avatar: z.string().optional(),
    /** Who or what it comes from: `data` is a picture's address, or the name of a system icon. */
    actor: z
      .object({
        type: z.enum(["user", "system_icon", "system_custom"]),
        data: z.string().nullable(),
        name: z.string().optional(),
      })
      .optional(),
    primaryAction: Action.optional(),
    secondaryAction: Action.optional(),
    channelType: z.literal("in_app"),
    tags: z.array(z.string()),
    data: z.record(z.string(), z.unknown()).optional(),
    redirect: Redirect.optional(),
    workflow: MessageWorkflow.optional(),
    severity: z.enum(SEVERITIES),
  })
  .meta({ id: "InboxNotification" });
export type InboxNotification = z.infer<typeof InboxNotification>;

const SeverityName = z.enum(SEVERITIES);
const SeverityFilter = z
  .union([SeverityName, z.array(SeverityName).max(FILTERS_MAX)], { error: `must be of ${SEVERITIES.join(", ")}` })
  .transform((sent): { sent: unknown; severities: readonly Severity[] } => ({ sent, severities: [sent].flat() }));

const flag = z.boolean({ error: "must be true or false" });
const epoch = z
  .number({ error: "must be a number of milliseconds since 1970" })
  .int({ error: "must be a number of milliseconds since 1970" })
  .min(0, { error: "must not be before 1970" })
  .max(SNOOZE_MOMENT_MAX, { error: "must not be after the year 9999" });

/** In a query clients send `true` and `false`; older ones the text "undefined" for what they leave out. */
const isAbsent = (value: unknown): boolean => value === "" || value === "undefined" || value === "null";
const queryFlag = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : isAbsent(value) ? undefined : value),
  flag.optional(),
);
const queryEpoch = z.preprocess(
  (value) => (isAbsent(value) ? undefined : typeof value === "string" ? Number(value) : value),
  epoch.optional(),
);

/**
 * The fields by which every call narrows notifications, in the form in which its place has them: JSON, or the texts of a query. A
 * feed that does not exist holds none.
 */
const filterFields = <
  Tags extends z.ZodType,
  Data extends z.ZodType,
  Flag extends z.ZodType,
  Epoch extends z.ZodType,
>(form: {
  tags: Tags;
  data: Data;
  flag: Flag;
  epoch: Epoch;
}) => ({
  tags: form.tags.optional(),
  data: form.data.optional(),
  severity: SeverityFilter.optional(),
  feedIdentifier: FeedFilter.optional(),
  read: form.flag,
  seen: form.flag,
  archived: form.flag,
  snoozed: form.flag,
  createdGte: form.epoch,
  createdLte: form.epoch,
});

const json = { tags: TagFilter, data: DataFilter, flag: flag.optional(), epoch: epoch.optional() };

/** An archived notification is read, so that asking for both can only be a mistake. */
const isPossible = ({ read, archived }: { read?: boolean | undefined; archived?: boolean | undefined }) =>
  !(read === false && archived === true);
const IMPOSSIBLE = { error: "Filtering for unread and archived notifications is not supported", path: ["read"] };

const Filter = z.object(filterFields(json), { error: "must be an object" }).refine(isPossible, IMPOSSIBLE);
/** A filter; fields that are left out do not matter. */
export type NotificationFilter = z.infer<typeof Filter>;

/** `after` is the id of the last notification of the page before; `offset` does not count then. */
export const ListNotifications = z
  .object({
    ...filterFields({ tags: QueryTagFilter, data: DataFilterText, flag: queryFlag, epoch: queryEpoch }),
    limit: queryNumber(10, 1, 100),
    offset: queryNumber(0, 0, 1_000_000),
    after: Id.optional(),
  })
  .refine(isPossible, IMPOSSIBLE);

/** The filter as it was sent: clients find the query of an answer by it. */
const SentFilter = z.record(z.string(), z.unknown());

export const NotificationPage = z.object({
  data: z.array(InboxNotification),
  hasMore: z.boolean(),
  filter: SentFilter,
});
export type NotificationPage = z.infer<typeof NotificationPage>;

export const CountNotifications = z.object({
  filters: z
    .string({ error: "must be a JSON list of filters" })
    .transform((text, context): unknown => {
      try {
        return parseExactJson(text);
      } catch {
        context.addIssue({ code: "custom", message: "must be a JSON list of filters" });
        return z.NEVER;
      }
    })
    .pipe(
      z
        .array(Filter, { error: "must be a JSON list of filters" })
        .max(FILTERS_MAX, { error: `must contain no more than ${FILTERS_MAX} filters` }),
    ),
  /** Whether to count to the end: counts stop at 99 otherwise. */
  exact: queryFlag,
});

export const NotificationCounts = z.object({
  data: z.array(z.object({ count: z.number().int(), filter: SentFilter })),
});

const bulk = filterFields({ ...json, data: DataFilterText });

/** Notifications to change together; without filters all of them, but for snoozed ones, which come back as new anyway. */
export const ChangeAllNotifications = z
  .object(bulk)
  .refine(isPossible, IMPOSSIBLE)
  .meta(example({ tags: ["orders"] }));
export type ChangeAllNotifications = z.infer<typeof ChangeAllNotifications>;

/** Ids come in place of the other filters. */
export const SeeNotifications = z
  .object({
    ...bulk,
    notificationIds: z
      .array(Id, { error: "must be a list of ids" })
      .max(SEEN_MAX, { error: `must contain no more than ${SEEN_MAX} elements` })
      .optional(),
  })
  .refine(isPossible, IMPOSSIBLE)
  .meta(example({ notificationIds: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10"] }));
export type SeeNotifications = z.infer<typeof SeeNotifications>;

export const ByNotification = z.object({ notificationId: Id });
export const NotificationAction = z
  .object({ actionType: z.enum(BUTTON_TYPES) })
  .meta(example({ actionType: "primary" }));
export const SnoozeNotification = z
  .object({
    snoozeUntil: givenMoment("must be a moment in ISO 8601, such as 2026-03-01T09:00:00.000Z").transform(
      (text) => new Date(text),
    ),
  })
  .meta(example({ snoozeUntil: "2030-12-01T09:00:00.000Z" }));

export const SeverityCounts = z.object({
  total: z.number().int(),
  severity: z.object({
    high: z.number().int(),
    medium: z.number().int(),
    low: z.number().int(),
    none: z.number().int(),
  }),
});
export type SeverityCounts = z.infer<typeof SeverityCounts>;

const CHANGED = { answer: { 200: data(InboxNotification) }, failures: ["not_found"] } as const;
const ofInbox = { access: [SUBSCRIBER], params: ByNotification, ...CHANGED } as const;
const allOfInbox = { access: [SUBSCRIBER], body: ChangeAllNotifications, answer: { 204: z.null() } } as const;

export const inboxNotificationOperations = operations("inbox", {
  listInboxNotifications: {
    route: "GET /v1/inbox/notifications",
    client: "inbox.listNotifications",
    summary: "List the in-app messages of the subscriber",
    access: [SUBSCRIBER],
    query: ListNotifications,
    answer: { 200: NotificationPage },
  },

  countInboxNotifications: {
    route: "GET /v1/inbox/notifications/count",
    client: "inbox.countNotifications",
    summary: "Count the in-app messages of the subscriber by filters",
    access: [SUBSCRIBER],
    query: CountNotifications,
    answer: { 200: NotificationCounts },
  },

  snoozeInboxNotification: {
    route: "PATCH /v1/inbox/notifications/:notificationId/snooze",
    client: "inbox.snoozeNotification",
    summary: "Snooze a message",
    access: [SUBSCRIBER],
    params: ByNotification,
    body: SnoozeNotification,
    answer: { 200: data(InboxNotification) },
    failures: ["not_found"],
  },

  deleteInboxNotification: {
    route: "DELETE /v1/inbox/notifications/:notificationId/delete",
    client: "inbox.deleteNotification",
    summary: "Delete a message",
    access: [SUBSCRIBER],
    params: ByNotification,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  seeInboxNotifications: {
    route: "POST /v1/inbox/notifications/seen",
    client: "inbox.seeNotifications",
    summary: "Mark messages as seen, by id or by filter",
    access: [SUBSCRIBER],
    body: SeeNotifications,
    answer: { 204: z.null() },
  },

  readInboxNotification: {
    route: "PATCH /v1/inbox/notifications/:notificationId/read",
    client: "inbox.readNotification",
    summary: "Mark a message as read",
    ...ofInbox,
  },

  unreadInboxNotification: {
    route: "PATCH /v1/inbox/notifications/:notificationId/unread",
    client: "inbox.unreadNotification",
    summary: "Mark a message as unread",
    ...ofInbox,
  },

  archiveInboxNotification: {
    route: "PATCH /v1/inbox/notifications/:notificationId/archive",
    client: "inbox.archiveNotification",
    summary: "Archive a message",
    ...ofInbox,
  },

  unarchiveInboxNotification: {
    route: "PATCH /v1/inbox/notifications/:notificationId/unarchive",
    client: "inbox.unarchiveNotification",
    summary: "Unarchive a message",
    ...ofInbox,
  },

  unsnoozeInboxNotification: {
    route: "PATCH /v1/inbox/notifications/:notificationId/unsnooze",
    client: "inbox.unsnoozeNotification",
    summary: "Unsnooze a message",
    ...ofInbox,
  },

  completeInboxAction: {
    route: "PATCH /v1/inbox/notifications/:notificationId/complete",
    client: "inbox.completeAction",
    summary: "Mark an action of a message as completed",
    ...ofInbox,
    body: NotificationAction,
  },

  revertInboxAction: {
    route: "PATCH /v1/inbox/notifications/:notificationId/revert",
    client: "inbox.revertAction",
    summary: "Mark an action of a message as pending",
    ...ofInbox,
    body: NotificationAction,
  },

  readInboxNotifications: {
    route: "POST /v1/inbox/notifications/read",
    client: "inbox.readNotifications",
    summary: "Mark all messages that match a filter as read",
    ...allOfInbox,
  },

  archiveInboxNotifications: {
    route: "POST /v1/inbox/notifications/archive",
    client: "inbox.archiveNotifications",
    summary: "Archive all messages that match a filter",
    ...allOfInbox,
  },

  archiveReadInboxNotifications: {
    route: "POST /v1/inbox/notifications/read-archive",
    client: "inbox.archiveReadNotifications",
    summary: "Archive all read messages that match a filter",
    ...allOfInbox,
  },

  deleteInboxNotifications: {
    route: "POST /v1/inbox/notifications/delete",
    client: "inbox.deleteNotifications",
    summary: "Delete all messages that match a filter",
    ...allOfInbox,
  },
});

/** Notifications of exactly these contexts; left out, of all of them. */
const ofContexts = { contextKeys: contextKeysQuery() };
const OfContexts = z.object(ofContexts);
const ChangeAllNotificationsOf = ChangeAllNotifications.safeExtend({ contextKeys: ContextKeys }).meta(
  example({ tags: ["orders"], contextKeys: ["tenant:acme-corp"] }),
);
const SeeNotificationsOf = SeeNotifications.safeExtend({ contextKeys: ContextKeys }).meta(
  example({ notificationIds: ["0b0f4f0e-2f5c-4f0e-9d55-7a1f4a3e9d10"] }),
);

const MARKS = { none: "a mark of a message is the subscriber's own, whoever sends it" };
const ofSubscriber = {
  access: [KEY, MEMBER],
  audit: MARKS,
  params: BySubscriber.extend(ByNotification.shape),
  query: OfContexts,
  ...CHANGED,
} as const;
const allOfSubscriber = {
  access: [KEY, MEMBER],
  audit: MARKS,
  params: BySubscriber,
  body: ChangeAllNotificationsOf,
  answer: { 204: z.null() },
  failures: ["not_found"],
} as const;

export const subscriberNotificationOperations = operations("subscribers", {
  listNotificationsOfSubscriber: {
    route: "GET /v2/subscribers/:subscriberId/notifications",
    client: "v2.subscribers.listNotifications",
    summary: "List the in-app messages of a subscriber",
    access: [KEY, READER],
    params: BySubscriber,
    query: ListNotifications.safeExtend(ofContexts),
    answer: { 200: NotificationPage },
    failures: ["not_found"],
  },

  countNotificationsOfSubscriber: {
    route: "GET /v2/subscribers/:subscriberId/notifications/count",
    client: "v2.subscribers.countNotifications",
    summary: "Count the in-app messages of a subscriber by filters",
    access: [KEY, READER],
    params: BySubscriber,
    query: CountNotifications.extend(ofContexts),
    answer: { 200: NotificationCounts },
    failures: ["not_found"],
  },

  snoozeNotification: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/snooze",
    client: "v2.subscribers.snoozeNotification",
    summary: "Snooze a message of a subscriber",
    access: [KEY, MEMBER],
    audit: { none: "a mark of a message is the subscriber's own, whoever sends it" },
    params: BySubscriber.extend(ByNotification.shape),
    query: OfContexts,
    body: SnoozeNotification,
    answer: { 200: data(InboxNotification) },
    failures: ["not_found"],
  },

  deleteNotification: {
    route: "DELETE /v2/subscribers/:subscriberId/notifications/:notificationId",
    client: "v2.subscribers.deleteNotification",
    summary: "Delete a message of a subscriber",
    access: [KEY, MEMBER],
    audit: { none: "a mark of a message is the subscriber's own, whoever sends it" },
    params: BySubscriber.extend(ByNotification.shape),
    query: OfContexts,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  seeNotifications: {
    route: "POST /v2/subscribers/:subscriberId/notifications/seen",
    client: "v2.subscribers.seeNotifications",
    summary: "Mark messages of a subscriber as seen, by id or by filter",
    access: [KEY, MEMBER],
    audit: { none: "a mark of a message is the subscriber's own, whoever sends it" },
    params: BySubscriber,
    body: SeeNotificationsOf,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  readNotification: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/read",
    client: "v2.subscribers.readNotification",
    summary: "Mark a message of a subscriber as read",
    ...ofSubscriber,
  },

  unreadNotification: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unread",
    client: "v2.subscribers.unreadNotification",
    summary: "Mark a message of a subscriber as unread",
    ...ofSubscriber,
  },

  archiveNotification: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/archive",
    client: "v2.subscribers.archiveNotification",
    summary: "Archive a message of a subscriber",
    ...ofSubscriber,
  },

  unarchiveNotification: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unarchive",
    client: "v2.subscribers.unarchiveNotification",
    summary: "Unarchive a message of a subscriber",
    ...ofSubscriber,
  },

  unsnoozeNotification: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/unsnooze",
    client: "v2.subscribers.unsnoozeNotification",
    summary: "Unsnooze a message of a subscriber",
    ...ofSubscriber,
  },

  completeAction: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/actions/:actionType/complete",
    client: "v2.subscribers.completeAction",
    summary: "Mark an action of a subscriber's message as completed",
    ...ofSubscriber,
    params: ofSubscriber.params.extend(NotificationAction.shape),
  },

  revertAction: {
    route: "PATCH /v2/subscribers/:subscriberId/notifications/:notificationId/actions/:actionType/revert",
    client: "v2.subscribers.revertAction",
    summary: "Mark an action of a subscriber's message as pending",
    ...ofSubscriber,
    params: ofSubscriber.params.extend(NotificationAction.shape),
  },

  readNotifications: {
    route: "POST /v2/subscribers/:subscriberId/notifications/read",
    client: "v2.subscribers.readNotifications",
    summary: "Mark all messages of a subscriber that match a filter as read",
    ...allOfSubscriber,
  },

  archiveNotifications: {
    route: "POST /v2/subscribers/:subscriberId/notifications/archive",
    client: "v2.subscribers.archiveNotifications",
    summary: "Archive all messages of a subscriber that match a filter",
    ...allOfSubscriber,
  },

  archiveReadNotifications: {
    route: "POST /v2/subscribers/:subscriberId/notifications/read-archive",
    client: "v2.subscribers.archiveReadNotifications",
    summary: "Archive all read messages of a subscriber that match a filter",
    ...allOfSubscriber,
  },

  deleteNotifications: {
    route: "POST /v2/subscribers/:subscriberId/notifications/delete",
    client: "v2.subscribers.deleteNotifications",
    summary: "Delete all messages of a subscriber that match a filter",
    ...allOfSubscriber,
  },
});
