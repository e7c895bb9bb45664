import { z } from "zod";
import { CHANNELS, STEP_TYPES } from "../constants/channels.ts";
import { OVERVIEW_PERIODS } from "../constants/overview-periods.ts";
import { STEP_REASONS } from "../constants/reasons.ts";
import { WAITING_KINDS } from "../constants/waiting-kinds.ts";
import { KEY, READER } from "../schemas/access.ts";
import { data, Moment } from "../schemas/common.ts";
import { CappedCount } from "../schemas/keyset.ts";
import { operations } from "../schemas/operations.ts";

export const OverviewQuery = z.object({
  period: z
    .enum(OVERVIEW_PERIODS, { error: `must be one of the following values: ${OVERVIEW_PERIODS.join(", ")}` })
    .default("24h"),
});

const Trend = z.object({
  count: z.number().int(),
  /** The number of the period before, which is as long. */
  previous: z.number().int(),
  /** Parts of the period in order, an hour each of 24h and 24 hours each of the others; `at` is where a part begins. */
  series: z.array(z.object({ at: Moment, count: z.number().int() })),
});
export type Trend = z.infer<typeof Trend>;

/** Steps that failed for the same reason, of one type and through one provider. */
const FailureReason = z.object({
  reason: z.enum(STEP_REASONS),
  /** Says the reason in a sentence. */
  text: z.string(),
  stepType: z.enum(STEP_TYPES),
  /** Absent where no provider was reached. */
  providerId: z.string().optional(),
  count: z.number().int(),
  /** The last one, with its own sentence, when it is among the last 200 failures of the environment. */
  latest: z.object({ _notificationId: z.string(), text: z.string(), at: Moment }).optional(),
});
export type FailureReason = z.infer<typeof FailureReason>;

const WaitingOfKind = CappedCount.extend({
  kind: z.enum(WAITING_KINDS),
  /** Absent when nothing of the kind waits. */
  nextDueAt: Moment.optional(),
});

/** An integration that its vendor refuses, or that is left alone because it failed repeatedly. */
const FailingIntegration = z.object({
  _id: z.string(),
  name: z.string(),
  identifier: z.string(),
  channel: z.enum(CHANNELS),
  providerId: z.string(),
  since: Moment,
  /** The last failure. */
  error: z.string(),
  /** When one message is tried through it; past where every message is. */
  retryAt: Moment,
});

/** Numbers of an environment. Each says which list counts the same. */
export const Overview = z
  .object({
    period: z.enum(OVERVIEW_PERIODS),
    /** The beginning of an hour of UTC. */
    from: Moment,
    until: Moment,
    /** Runs that began in the period: `GET /v1/notifications` with `after` = `from`. Runs that were erased since count. */
    triggered: Trend,
    /**
     * Messages that were made in the period but for those that could not be delivered: `GET /v1/messages` with `after` = `from` and
     * `delivered` = `true`. Messages that were deleted since count, and those whose send is still tried.
     */
    delivered: Trend,
    /**
     * Steps that failed in the period, as the jobs with `status` `failed` of runs are: `GET /v1/notifications` with `failedAfter` = `from`
     * lists their runs. Those that were resumed minutes later count, too.
     */
    failed: Trend,
    /** The ten most frequent reasons of `failed`. `GET /v1/notifications/:runId` shows the same `reason` at the step. */
    failures: z.array(FailureReason),
    /** Counts what waits now, of all kinds: `GET /v1/waiting` with `kind` lists it, `GET /v1/waiting/counts` counts it by workflow. What subscribers' hours defer is a `hold`. */
    waiting: z.array(WaitingOfKind),
    /** Of `GET /v1/integrations`, those with an outage, and those whose vendor refused the last message for their credentials, account or set-up. */
    failingIntegrations: z.array(FailingIntegration),
    /** Changes that wait to be promoted: `GET /v1/changes?promoted=false`. */
    pendingChanges: CappedCount,
    /** Publications of the organisation that wait for approval: `GET /v1/publications?state=waiting`. */
    waitingPublications: CappedCount,
    /** Open groups of failures, and those of them that are new or came back in the period: `GET /v1/failure-groups`. */
    failureGroups: z.object({ open: CappedCount, new: CappedCount }),
    /** Workflows and subscribers that a safety cap holds back: `GET /v1/pauses?state=open`. */
    openPauses: CappedCount,
    /** Addresses that were suppressed in the period, and in the one before, and still are: `GET /v1/suppressions`. */
    suppressed: z.object({ period: CappedCount, previous: CappedCount }),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof Overview>;

export const overviewOperations = operations("overview", {
  getOverview: {
    route: "GET /v1/overview",
    client: "overview.get",
    summary: "Get the overview of an environment",
    description:
      "Runs, messages and failures of a period with the one before it, what is waiting, and what needs attention. Periods begin with an hour. " +
      "A plan that limits how long activity is shown limits the period as well.",
    access: [KEY, READER],
    query: OverviewQuery,
    answer: { 200: data(Overview) },
  },
});
