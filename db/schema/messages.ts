import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Channel } from "#contract/constants/channels.ts";
import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { ReportStatus } from "#contract/constants/report-statuses.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type { MessageStatus } from "#contract/constants/statuses.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import { createdAt, moment, owner } from "./columns.ts";

/** Of a message that an inbox shows. One that could not be rendered is nothing for its reader. */
const shownInApp = sql`channel = 'in_app' and deleted_at is null and status = 'sent'`;

/** The other messages that are not deleted. */
const outsideFeeds = sql`deleted_at is null and (channel <> 'in_app' or status <> 'sent')`;

const undelivered = sql`status <> 'sent' and deleted_at is null`;

/** Messages to a subscriber on one channel. Partitioned by `expire_at`: a year for in-app messages, 30 days for others. */
export const messages = pgTable(
  "messages",
  {
    /** Derived from the job and the number of the message in it: one for each integration, however often it is tried. */
    id: uuid().notNull(),
    ...owner(),
    runId: uuid().notNull(),
    jobId: uuid().notNull(),
    workflowId: uuid().notNull(),
    stepId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    /** The feed of an in-app message; a message has at most one. */
    feedId: uuid(),
    /** The acting subscriber, when the step shows its avatar. */
    actorId: uuid(),
    /** The event, whose content row has payload and overrides. */
    eventId: uuid().notNull(),
    transactionId: text().notNull(),
    templateIdentifier: text().notNull(),
    channel: text().$type<Channel>().notNull(),
    providerId: text(),
    /** The provider's own id, which its delivery reports name. */
    identifier: text(),
    /** When the provider first reported each status of the message, as ISO-8601 UTC; null when it has reported none. */
    reports: jsonb().$type<Partial<Record<ReportStatus, string>>>(),
    subject: text(),
    /** Of a push. */
    title: text(),
    /** The rendered text; null for an email of blocks, and when nothing could be rendered. */
    content: text(),
    /** Of the content of an in-app message. */
    contentFormat: text().$type<ContentFormat>().notNull().default("html"),
    /** The rendered blocks of an email made with the block editor. */
    blocks: jsonb().$type<EmailBlock[]>(),
    cta: jsonb().$type<MessageCta>(),
    actor: jsonb().$type<MessageActor>(),
    /** Data that the code of an in-app step adds for whoever shows the message. */
    data: jsonb().$type<Record<string, unknown>>(),
    email: text(),
    phone: text(),
    /** Of a push: the devices of the integration that it was for. */
    deviceTokens: jsonb().$type<string[]>(),
    tags: text().array().notNull().default([]),
    /** Of the event: `ContextKeys`. An inbox shows the messages of its own contexts alone. */
    contextKeys: text().array(),
    seen: boolean().notNull().default(false),
    read: boolean().notNull().default(false),
    archived: boolean().notNull().default(false),
    severity: text().$type<Severity>().notNull().default("none"),
    firstSeenAt: moment(),
    lastSeenAt: moment(),
    lastReadAt: moment(),
    archivedAt: moment(),
    /** Until then the message is in no main list and in no count of unseen or unread ones. */
    snoozedUntil: moment(),
    /** When it last came back from a snooze. From then on it has its place in lists by this, not by its creation. */
    returnedAt: moment(),
    /** Its creation and every return from a snooze; null for a message that never came back. */
    deliveredAt: moment().array(),
    status: text().$type<MessageStatus>().notNull().default("sent"),
    errorId: text(),
    errorText: text(),
    /** From then on it is in no feed and in no count. */
    validUntil: moment(),
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: moment().notNull().default(sql`clock_timestamp()`),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.expireAt] }),
    // The inbox feed, newest first.
    index("messages_feed").on(t.subscriberId, sql`coalesce(returned_at, created_at)`, t.id).where(shownInApp),
    // Counts of the inbox, which must not walk through a year of read messages.
    index("messages_open")
      .on(t.subscriberId, t.seen, t.read, t.severity, t.snoozedUntil)
      .where(sql`${shownInApp} and (not seen or not read)`),
    // Unread counts by severity: few messages have one, and counting them must not walk through all that is unread. Runs are in
    // it for an order that no other index has, by which every plan chooses it.
    index("messages_severe")
      .on(t.subscriberId, t.severity, t.runId)
      .where(sql`${shownInApp} and not read and severity <> 'none'`),
    // Messages of a feed, for a step that changes its feed. Most messages have none.
    index("messages_step_feed").on(t.stepId).where(sql`feed_id is not null`),
    // The snoozed ones that are due next.
    index("messages_snoozed").on(t.snoozedUntil).where(sql`snoozed_until is not null and deleted_at is null`),
    // Lists of the management API, newest first: those of all channels merge the channels.
    index("messages_channel_created").on(t.environmentId, t.channel, t.createdAt),
    // The messages of a subscriber that are in no feed.
    index("messages_subscriber_created").on(t.subscriberId, t.createdAt).where(outsideFeeds),
    // Messages that expire, for lists of expired ones. Most messages never do.
    index("messages_expiring").on(t.environmentId, t.createdAt).where(sql`valid_until is not null`),
    // Messages of some contexts, newest first. Most messages have none.
    index("messages_contexts").on(t.environmentId, t.contextKeys, t.createdAt).where(sql`context_keys is not null`),
    // Those that could not be delivered, newest first. Most messages could be.
    index("messages_undelivered").on(t.environmentId, t.createdAt).where(undelivered),
    // The message of a delivery report. A hash, because vendors choose how long an identifier is.
    index("messages_identifier").using("hash", t.identifier).where(sql`identifier is not null`),
    // All messages of one event.
    index("messages_event").on(t.eventId, t.createdAt),
  ],
);
