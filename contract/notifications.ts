import { z } from "zod";
import { RUN_PRIORITIES, RUN_TESTS } from "./constants/activity/run-filters.ts";
import { CHANNELS, STEP_TYPES } from "./constants/channels.ts";
import { STATISTICS_DAYS, TOPIC_KEY_MAX, WORKFLOW_ACTIVITY_MAX } from "./constants/limits.ts";
import { STEP_REASONS, UNSENT_REASONS } from "./constants/reasons.ts";
import { SEVERITIES } from "./constants/severities.ts";
import { JOB_STATUSES, SUBSCRIBER_SOURCES } from "./constants/statuses.ts";
import { ExecutionDetail } from "./execution-details.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import {
  data,
  dated,
  givenMoment,
  Id,
  Moment,
  owned,
  page,
  queryBoolean,
  queryList,
  queryNumber,
  referenceUpTo,
} from "./schemas/common.ts";
import { contextKeysQuery } from "./schemas/contexts.ts";
import { CappedCount, keysetQuery } from "./schemas/keyset.ts";
import { operations } from "./schemas/operations.ts";
import { TestMode } from "./test-mode.ts";
import { Step } from "./workflows/steps.ts";
import { Trigger } from "./workflows/workflows.ts";

const JobDetail = ExecutionDetail.pick({
  _id: true,
  id: true,
  _jobId: true,
  status: true,
  source: true,
  detail: true,
  isTest: true,
  isRetry: true,
  providerId: true,
  raw: true,
  webhookStatus: true,
  code: true,
  createdAt: true,
  updatedAt: true,
});

/** One step of a run and its history. */
export const ActivityJob = z
  .object({
    _id: z.string(),
    id: z.string(),
    type: z.enum(STEP_TYPES),
    status: z.enum(JOB_STATUSES),
    providerId: z.string().optional(),
    step: Step.partial().extend({ _id: z.string() }),
    dueAt: Moment.optional(),
    startedAt: Moment.optional(),
    finishedAt: Moment.optional(),
    error: z.object({ message: z.string() }).optional(),
    /** Why the step ended as it did; absent as long as it has not. */
    reason: z
      .object({
        code: z.enum(STEP_REASONS),
        text: z.string(),
        /** The provider's own code of a failed send. */
        vendorCode: z.string().optional(),
      })
      .optional(),
    /** Of a digest step: its length, the payloads that it collected as `events`, and cancelled ones as `canceledEvents`. */
    digest: z.record(z.string(), z.unknown()).optional(),
    /** The outputs of a custom step. */
    stepOutput: z.record(z.string(), z.unknown()).optional(),
    /** The digest job of the run that sends this one's event as well. */
    _mergedDigestId: z.string().optional(),
    /** Of the event, as the activity has them; left out of jobs where they are large. */
    payload: z.record(z.string(), z.unknown()).optional(),
    overrides: z.record(z.string(), z.unknown()).optional(),
    to: z.object({ subscriberId: z.string() }).optional(),
    tenant: z.object({ identifier: z.string() }).optional(),
    /** Of the event's contexts. */
    contextKeys: z.array(z.string()).optional(),
    /** The customer's id of the acting subscriber. */
    actorId: z.string().optional(),
    executionDetails: z.array(JobDetail),
    ...dated(),
  })
  .meta({ id: "ActivityJob" });
export type ActivityJob = z.infer<typeof ActivityJob>;

/** One run: an event for one subscriber, with its jobs. */
export const Activity = z
  .object({
    ...owned(),
    _templateId: z.string(),
    _subscriberId: z.string(),
    _digestedNotificationId: z.string().optional(),
    transactionId: z.string(),
    source: z.enum(SUBSCRIBER_SOURCES),
    channels: z.array(z.enum(STEP_TYPES)),
    to: z.unknown().optional(),
    payload: z.record(z.string(), z.unknown()).optional(),
    overrides: z.record(z.string(), z.unknown()).optional(),
    contextKeys: z.array(z.string()).optional(),
    tags: z.array(z.string()),
    /** Of a run of a test event. */
    testMode: TestMode.optional(),
    /** Who looked after what went wrong in it, and when; a resume takes the mark back. */
    handled: z.object({ name: z.string(), keyEnd: z.string().optional(), at: Moment }).optional(),
    /** Number of the workflow version that the run is pinned to. */
    version: z.number().int(),
    /** The run's execution in the Temporal UI, where one is configured. */
    engineUrl: z.string().optional(),
    subscriber: z
      .object({
        _id: z.string(),
        subscriberId: z.string(),
        firstName: z.string().optional(),
        lastName: z.string().optional(),
        email: z.string().nullish(),
        phone: z.string().optional(),
      })
      .optional(),
    template: z
      .object({
        _id: z.string(),
        name: z.string(),
        triggers: z.array(Trigger),
      })
      .optional(),
    jobs: z.array(ActivityJob),
    expireAt: Moment,
    ...dated(),
  })
  .meta({ id: "Activity" });
export type Activity = z.infer<typeof Activity>;

const moment = givenMoment("must be a moment such as 2030-01-31T09:00:00.000Z").transform((text) => new Date(text));

export const ListActivity = z.object({
  page: queryNumber(0, 0, 1_000_000).describe(
    "Number of the page, from 0 on. A page begins after 50,000 runs at most, and is refused beyond that where the list has more: use `cursor` for what comes later",
  ),
  cursor: keysetQuery().cursor.describe("The `next` of an earlier page, in place of a number"),
  channels: z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(z.enum(CHANNELS)).optional()),
  templates: z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(Id).optional()),
  emails: queryList(),
  subscriberIds: queryList(),
  transactionId: z.string().optional(),
  search: z
    .string()
    .optional()
    .describe(
      "How an address begins, or a subscriber's id. Parts of addresses are looked for among the subscribers of the latest 20,000 runs",
    )
    .meta({ deprecated: true }),
  limit: queryNumber(10, 1, 100),
  /** Runs that began in this range. */
  after: moment.optional(),
  before: moment.optional(),
  failedAfter: moment
    .optional()
    .describe(
      "Runs with a step that failed from this moment on and was not resumed since, whenever they began. Looked for among the latest 20,000 failures",
    ),
  severity: z
    .preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(z.enum(SEVERITIES)).optional())
    .describe("Looked for among the latest 20,000 runs that the other filters show"),
  dryRuns: z.enum(["include", "exclude"]).default("include").describe("Whether runs of dry runs are listed"),
  tags: queryList().describe("Runs of workflows that have one of these tags now"),
  version: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe("Runs with this version of their workflow, among the latest 20,000 that the other filters show"),
  tenants: queryList().describe(
    "Runs of events in the name of one of these tenants, by identifier; among the latest 20,000 as well",
  ),
  contextKeys: contextKeysQuery().describe(
    "Runs of events with exactly these contexts, each as type:id; an empty text finds those without; among the latest 20,000 as well",
  ),
  providers: queryList().describe(
    "Runs with a step that went through one of these providers; among the latest 20,000 as well",
  ),
  reasons: z
    .preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(z.enum(UNSENT_REASONS)).optional())
    .describe(
      "Runs with a step that was left out, sent nothing or failed for one of these reasons; among the latest 20,000 as well",
    ),
  priority: z
    .enum(RUN_PRIORITIES)
    .optional()
    .describe(
      "Runs of workflows that are critical now, or of others: of events for single recipients, or of broadcasts, among the latest 20,000",
    ),
  test: z
    .enum(RUN_TESTS)
    .optional()
    .describe(
      "Dry runs, tests without delays, or runs with messages that test delivery redirected or withheld; among the latest 20,000",
    ),
  handled: queryBoolean().describe("Runs that are marked as handled, or are not; among the latest 20,000"),
  topicKey: referenceUpTo(TOPIC_KEY_MAX)
    .optional()
    .describe("Runs of events that named the topic, among the latest 20,000 that the other filters show"),
});
/** The filters of the list, without the page. */
export const CountActivity = ListActivity.omit({ page: true, cursor: true, limit: true });
export const ActivityPage = page(Activity).extend({
  /** The cursor of the page after this one; absent when there is none. */
  next: z.string().optional(),
});

export const ActivityStats = z.object({ weeklySent: z.number().int(), monthlySent: z.number().int() });
/** Days back from now. */
export const ActivityGraphQuery = z.object({ days: queryNumber(32, 1, STATISTICS_DAYS) });
export const ActivityGraphDay = z.object({
  _id: z.string(),
  count: z.number().int(),
  templates: z.array(z.string()),
  channels: z.array(z.enum(STEP_TYPES)),
});

/** At most 100 workflows, as a page of their list has. */
export const WorkflowActivityQuery = z.object({
  ids: z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z
      .array(Id, { error: "must be ids of workflows" })
      .min(1, { error: "must contain at least 1 elements" })
      .max(WORKFLOW_ACTIVITY_MAX, { error: `must contain no more than ${WORKFLOW_ACTIVITY_MAX} elements` }),
  ),
});

const WorkflowActivity = z.object({
  _id: z.string(),
  /** The last seven days of UTC with today, oldest first. */
  days: z.array(
    z.object({
      /** As YYYY-MM-DD. */
      day: z.string(),
      /** Runs that began, as `GET /v1/notifications?templates=` lists them. */
      runs: z.number().int(),
      /** Steps that failed. A run that began earlier counts on the day on which it failed. */
      failures: z.number().int(),
    }),
  ),
});
export type WorkflowActivity = z.infer<typeof WorkflowActivity>;

export const notificationOperations = operations("notifications", {
  listRuns: {
    route: "GET /v1/notifications",
    client: "notifications.list",
    summary: "List runs of workflows, newest first",
    access: [KEY, READER],
    query: ListActivity,
    answer: { 200: ActivityPage },
  },

  countRuns: {
    route: "GET /v1/notifications/count",
    client: "notifications.count",
    summary: "Count the runs that match the filters of the list, up to 1,000",
    access: [KEY, READER],
    query: CountActivity,
    answer: { 200: data(CappedCount) },
  },

  getRunStats: {
    route: "GET /v1/notifications/stats",
    client: "notifications.getStats",
    summary: "Count the runs of the last week and month",
    access: [KEY, READER],
    answer: { 200: data(ActivityStats) },
  },

  getRunGraph: {
    route: "GET /v1/notifications/graph/stats",
    client: "notifications.getGraph",
    summary: "Count the runs of each day",
    access: [KEY, READER],
    query: ActivityGraphQuery,
    answer: { 200: data(z.array(ActivityGraphDay)) },
  },

  getWorkflowActivity: {
    route: "GET /v1/notifications/graph/workflows",
    client: "notifications.getWorkflowActivity",
    summary: "Count the runs and failures of some workflows on each of the last seven days",
    description:
      "One answer for a page of `GET /v2/workflows`, and a call of its own: a list is shown before its numbers are there, and " +
      "these can be read again without it. Runs of all workflows of an environment are counted together by spans, so that one statement serves all ids.",
    access: [KEY, READER],
    query: WorkflowActivityQuery,
    answer: { 200: data(z.array(WorkflowActivity)) },
  },

  getRun: {
    route: "GET /v1/notifications/:runId",
    client: "notifications.get",
    summary: "Get a run with its steps",
    access: [KEY, READER],
    params: z.object({ runId: Id }),
    answer: { 200: data(Activity) },
    failures: ["not_found"],
  },

  endRunDelay: {
    route: "POST /v1/notifications/:runId/end-delay",
    client: "notifications.endDelay",
    summary: "End the delay of a run",
    description: "The run continues at once with its next step. A run that does not wait at a delay is refused.",
    access: [KEY, MEMBER],
    audit: "run.delay_ended",
    params: z.object({ runId: Id }),
    answer: { 200: data(Activity) },
    failures: ["not_found", "conflict"],
  },

  markRunHandled: {
    route: "POST /v1/notifications/:runId/handled",
    client: "notifications.markHandled",
    summary: "Mark a run as handled",
    description: "Says who looked after what went wrong in it. A resume of the run takes the mark back.",
    access: [KEY, MEMBER],
    audit: "run.handled",
    params: z.object({ runId: Id }),
    answer: { 200: data(Activity) },
    failures: ["not_found"],
  },

  unmarkRunHandled: {
    route: "DELETE /v1/notifications/:runId/handled",
    client: "notifications.unmarkHandled",
    summary: "Mark a run as not handled",
    access: [KEY, MEMBER],
    audit: "run.reopened",
    params: z.object({ runId: Id }),
    answer: { 200: data(Activity) },
    failures: ["not_found"],
  },
});
