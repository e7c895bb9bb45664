import { z } from "zod";
import { example, givenMoment, Id, Moment, queryNumber } from "./common.ts";
import { SEVERITIES, type Severity } from "./constants/severities.ts";
import { BUTTON_TYPES, REDIRECT_TARGETS } from "./constants/templates.ts";
import { DataFilter, DataFilterText } from "./data-filter.ts";
import { MessageWorkflow } from "./messages.ts";
import { QueryTagFilter, TagFilter } from "./tag-filter.ts";

/* Notifications as the published clients 3.x read and change them, under /v1/inbox. */

/** Filters of one call, and ids that one call marks as seen. */
const FILTERS_MAX = 30;
const SEEN_MAX = 100;
/** End of the year 9999: what Postgres and JSON both know as a moment. */
const MOMENT_MAX = 253_402_300_799_999;

const Redirect = z.object({ url: z.string(), target: z.enum(REDIRECT_TARGETS).optional() });
const Action = z.object({ label: z.string(), isCompleted: z.boolean(), redirect: Redirect.optional() });

export const InboxNotification = z.object({
  id: z.string(),
  transactionId: z.string(),
  subject: z.string().optional(),
  body: z.string(),
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
  primaryAction: Action.optional(),
  secondaryAction: Action.optional(),
  channelType: z.literal("in_app"),
  tags: z.array(z.string()),
  data: z.record(z.string(), z.unknown()).optional(),
  redirect: Redirect.optional(),
  workflow: MessageWorkflow.optional(),
  severity: z.enum(SEVERITIES),
});
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
  .max(MOMENT_MAX, { error: "must not be after the year 9999" });

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

const filterFields = {
  tags: TagFilter.optional(),
  data: DataFilter.optional(),
  severity: SeverityFilter.optional(),
  read: flag.optional(),
  seen: flag.optional(),
  archived: flag.optional(),
  snoozed: flag.optional(),
  createdGte: epoch.optional(),
  createdLte: epoch.optional(),
};

/** An archived notification is read, so that asking for both can only be a mistake. */
const isPossible = ({ read, archived }: { read?: boolean | undefined; archived?: boolean | undefined }) =>
  !(read === false && archived === true);
const IMPOSSIBLE = { error: "Filtering for unread and archived notifications is not supported", path: ["read"] };

const Filter = z.object(filterFields, { error: "must be an object" }).refine(isPossible, IMPOSSIBLE);
/** A filter; fields that are left out do not matter. */
export type NotificationFilter = z.infer<typeof Filter>;

const queryFields = {
  tags: QueryTagFilter.optional(),
  data: DataFilterText.optional(),
  severity: SeverityFilter.optional(),
  read: queryFlag,
  seen: queryFlag,
  archived: queryFlag,
  snoozed: queryFlag,
  createdGte: queryEpoch,
  createdLte: queryEpoch,
};

/** `after` is the id of the last notification of the page before; `offset` does not count then. */
export const ListNotifications = z
  .object({
    ...queryFields,
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
        return JSON.parse(text);
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
});

/** Counts stop at 99. */
export const NotificationCounts = z.object({
  data: z.array(z.object({ count: z.number().int(), filter: SentFilter })),
});

const bulk = { tags: TagFilter.nullish(), data: DataFilterText.nullish() };

/** Notifications to change together; without filters all of them. */
export const ChangeAllNotifications = z.object(bulk).meta(example({ tags: ["orders"] }));
export type ChangeAllNotifications = z.infer<typeof ChangeAllNotifications>;

/** Ids come in place of the other filters. */
export const SeeNotifications = z
  .object({
    ...bulk,
    notificationIds: z
      .array(Id, { error: "must be a list of ids" })
      .max(SEEN_MAX, { error: `must contain no more than ${SEEN_MAX} elements` })
      .nullish(),
  })
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
