import { z } from "zod";
import { ANALYTICS_PERIODS, ANALYTICS_ROWS } from "../constants/activity/analytics.ts";
import { CHANNELS, STEP_TYPES } from "../constants/channels.ts";
import { STEP_REASONS } from "../constants/reasons.ts";
import { KEY, READER } from "../schemas/access.ts";
import { data, Id, Moment } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { TimeZone } from "../subscribers.ts";

export const AnalyticsQuery = z.object({
  period: z
    .enum(ANALYTICS_PERIODS, { error: `must be one of the following values: ${ANALYTICS_PERIODS.join(", ")}` })
    .default("7d"),
  timeZone: TimeZone.default("UTC").describe("IANA time zone in which days begin"),
  workflowId: Id.optional().describe("Only runs of this workflow, with the funnel of its steps"),
});

/** Counts of a part of analytics. */
const Measures = z.object({
  /** Runs that began: `GET /v1/notifications`. */
  triggered: z.number().int(),
  /** Messages that were made and could be handed to their provider: `GET /v1/messages?delivered=true`. */
  delivered: z.number().int(),
  /** Steps that failed, of runs that began in the period. */
  failed: z.number().int(),
  /** Steps that were left out, of runs that began in the period. */
  skipped: z.number().int(),
  /** Delivered messages that were read in an inbox, or opened as far as their vendor reports it. */
  read: z.number().int(),
  /** Delivered messages of which a button or a link was used. */
  clicked: z.number().int(),
});
export type Measures = z.infer<typeof Measures>;

/** A step of the workflow in its order, and how many runs came how far in it. */
const FunnelStep = z.object({
  _id: z.string(),
  /** Absent where the workflow does not have the step any more. */
  name: z.string().optional(),
  type: z.enum(STEP_TYPES),
  /** Runs that came to the step, however it ended. */
  reached: z.number().int(),
  /** Runs in which it ended well. */
  completed: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** Runs whose event another run's digest took in. */
  merged: z.number().int(),
  /** Runs in which it has not ended. */
  waiting: z.number().int(),
  /** Of its messages. */
  delivered: z.number().int(),
  read: z.number().int(),
  clicked: z.number().int(),
});
export type FunnelStep = z.infer<typeof FunnelStep>;

/** An event that may explain a change of the numbers. */
const Mark = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("publication"), at: Moment, _publicationId: z.string(), items: z.number().int() }),
  z.object({ kind: z.literal("version"), at: Moment, version: z.number().int() }),
  z.object({ kind: z.literal("pause"), at: Moment, until: Moment.optional(), workflowName: z.string().optional() }),
  z.object({ kind: z.literal("outage"), at: Moment, _integrationId: z.string(), name: z.string() }),
]);
export type AnalyticsMark = z.infer<typeof Mark>;

/** Numbers of an environment in a period, by what they belong to. Tables have the largest rows. Dry runs count nowhere. */
export const Analytics = z
  .object({
    period: z.enum(ANALYTICS_PERIODS),
    /** The beginning of an hour, or of a day in the time zone. */
    from: Moment,
    until: Moment,
    /** Nothing that began later is counted yet; absent where nothing was counted. */
    countedUntil: Moment.optional(),
    totals: Measures,
    /** The totals of the period before, which ended as long ago as the period is long. */
    previous: Measures,
    /** Parts of the period in order: an hour each of 24h, six hours of 7d, and a day of the others; `at` is where a part begins. */
    series: z.array(Measures.extend({ at: Moment, until: Moment })),
    workflows: z.array(Measures.extend({ _id: z.string(), name: z.string().optional() })),
    /** Steps and messages of each channel. */
    channels: z.array(Measures.omit({ triggered: true }).extend({ channel: z.enum(CHANNELS) })),
    providers: z.array(Measures.omit({ triggered: true, skipped: true }).extend({ providerId: z.string() })),
    /** Why steps failed or were left out. */
    reasons: z.array(
      z.object({ reason: z.enum(STEP_REASONS), outcome: z.enum(["failed", "skipped"]), count: z.number().int() }),
    ),
    /** Runs and steps of events in the name of a tenant. */
    tenants: z.array(Measures.omit({ read: true, clicked: true }).extend({ identifier: z.string() })),
    /** Absent where no workflow is asked for. */
    steps: z.array(FunnelStep).optional(),
    /** Oldest first, the latest fifty. */
    marks: z.array(Mark),
  })
  .meta({ id: "Analytics" });
export type Analytics = z.infer<typeof Analytics>;

export const analyticsOperations = operations("analytics", {
  getAnalytics: {
    route: "GET /v1/analytics",
    client: "analytics.get",
    summary: "Count the outcomes of runs and messages in a period",
    description:
      `Totals with those of the period before, and parts by time, workflow, channel, provider, reason and tenant, of each the ${ANALYTICS_ROWS} largest. ` +
      "What happened in the last two minutes is not counted yet. Steps that end later and messages that are read later count for the time at which " +
      "their run began or their message was made; older hours are counted again less and less often. " +
      "A plan that limits how long activity is shown limits the period as well.",
    access: [KEY, READER],
    query: AnalyticsQuery,
    answer: { 200: data(Analytics) },
  },
});
