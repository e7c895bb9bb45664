import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { CountedOutcome } from "#contract/constants/activity/analytics.ts";
import type { StepType } from "#contract/constants/channels.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import { exactMoment, moment } from "./columns.ts";

/**
 * Spans of time of which analytics have counted the runs that began and the messages that were made. A span ends with its hour, or when it
 * has so many rows that counting them again takes long: `db/queries/activity/analytics/count-span.ts`.
 */
export const analyticsSpans = pgTable(
  "analytics_spans",
  {
    environmentId: uuid().notNull(),
    startsAt: exactMoment().notNull(),
    /** The first moment after it. */
    endsAt: exactMoment().notNull(),
    /** It ends because nothing later could be counted: it goes on with its hour. */
    isOpen: boolean().notNull(),
    /** Runs and messages that it had when it was counted last. */
    runs: integer().notNull(),
    messages: integer().notNull(),
    countedAt: moment().notNull(),
    /** When it is counted again, because delayed steps end and messages are read later; null when nothing more is expected. */
    dueAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.startsAt] }),
    // What is to be counted again.
    index("analytics_spans_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/** How many runs, steps and messages of a span had an outcome. The rows of a span are replaced together. They outlive what they count. */
export const analyticsCounts = pgTable(
  "analytics_counts",
  {
    environmentId: uuid().notNull(),
    startsAt: exactMoment().notNull(),
    workflowId: uuid().notNull(),
    /** The workflow's own id for the runs that it began. */
    stepId: uuid().notNull(),
    stepType: text().$type<StepType>().notNull(),
    /** Empty for what went through no provider. */
    providerId: text().notNull(),
    outcome: text().$type<CountedOutcome>().notNull(),
    /** Of a step that failed or was skipped; empty for the others. */
    reason: text().$type<StepReason | "">().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    index("analytics_counts_span").on(t.environmentId, t.startsAt),
    // Housekeeping deletes what no analytics show any more.
    index("analytics_counts_starts").using("brin", t.startsAt),
  ],
);

/** The same by tenant, of runs in the name of one, without steps and reasons: an environment may have many tenants. */
export const analyticsTenantCounts = pgTable(
  "analytics_tenant_counts",
  {
    environmentId: uuid().notNull(),
    startsAt: exactMoment().notNull(),
    workflowId: uuid().notNull(),
    /** Its identifier. */
    tenant: text().notNull(),
    triggered: integer().notNull(),
    /** Steps of channels that sent their messages. */
    delivered: integer().notNull(),
    failed: integer().notNull(),
    skipped: integer().notNull(),
  },
  (t) => [
    index("analytics_tenant_counts_span").on(t.environmentId, t.startsAt),
    index("analytics_tenant_counts_starts").using("brin", t.startsAt),
  ],
);
