import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { MissedPolicy, ScheduleStatus } from "#contract/constants/schedules.ts";
import type { Recurrence, UpdateSchedule } from "#contract/schedules.ts";
import { id, moment, owner, timestamps } from "../columns.ts";

/** The event that a schedule triggers, as it was sent. */
export type ScheduledEvent = Pick<UpdateSchedule, "to" | "payload" | "overrides" | "actor" | "tenant" | "context">;

/** A trigger of a workflow at set times: once, or again and again. */
export const schedules = pgTable(
  "schedules",
  {
    id: id(),
    ...owner(),
    name: text().notNull(),
    workflowId: uuid().notNull(),
    event: jsonb().$type<ScheduledEvent>().notNull(),
    recurrence: jsonb().$type<Recurrence>().notNull(),
    timezone: text().notNull(),
    inSubscriberTimezone: boolean().notNull(),
    startAt: moment(),
    endAt: moment(),
    missed: text().$type<MissedPolicy>().notNull(),
    status: text().$type<ScheduleStatus>().notNull().default("active"),
    /** Grows with every change that a caller makes: an occurrence that was claimed before it is not noted over it. */
    revision: integer().notNull().default(0),
    /** From where a recurrence without `startAt` is counted: when the schedule was made. No change moves it. */
    recursFrom: moment().notNull(),
    /** The next occurrence, in the schedule's zone. Null when there is none, and while it is paused. */
    nextAt: moment(),
    /** When that is fired: `nextAt`, or when it is that time anywhere first. */
    fireAt: moment(),
    /** The end of the lease of whoever fires it. */
    claimedUntil: moment(),
    lastRunAt: moment(),
    lastTransactionId: text(),
    /** Occurrences in a row that could not be fired. */
    failures: integer().notNull().default(0),
    lastError: text(),
    ...timestamps(),
  },
  (t) => [
    // What is due.
    index("schedules_due").on(t.fireAt).where(sql`fire_at is not null`),
    // Lists, newest first.
    index("schedules_environment").on(t.environmentId, t.createdAt, t.id),
  ],
);
