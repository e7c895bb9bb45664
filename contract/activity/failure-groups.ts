import { z } from "zod";
import {
  FAILURE_GROUP_ORDERS,
  FAILURE_GROUP_REASON_MAX,
  FAILURE_GROUP_STATES,
  IGNORED_FAILURES_MAX,
} from "../constants/activity/failure-groups.ts";
import { STEP_TYPES } from "../constants/channels.ts";
import { REFERENCE_MAX } from "../constants/limits.ts";
import { STEP_REASONS } from "../constants/reasons.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import {
  data,
  exactTextUpTo,
  example,
  givenMoment,
  Id,
  Moment,
  owned,
  referenceUpTo,
  wholeNumberUpTo,
} from "../schemas/common.ts";
import { CappedCount, keysetPage, keysetQuery } from "../schemas/keyset.ts";
import { operations } from "../schemas/operations.ts";

/* Failed steps with the same cause: docs/failure-groups.md. */

const workflow = z.object({ _id: z.string(), name: z.string() });

const failureCount = wholeNumberUpTo(IGNORED_FAILURES_MAX);

const moment = givenMoment("must be a moment in ISO 8601, such as 2026-01-31T12:00:00Z");

const FailureGroup = z
  .object({
    ...owned(),
    stepType: z.enum(STEP_TYPES),
    /** Absent where no provider was reached. */
    providerId: z.string().optional(),
    reason: z.enum(STEP_REASONS),
    /** The vendor's own code, or the status of its answer. */
    code: z.string().optional(),
    /** The sentence of the failures, with … in place of what differs between people and moments. */
    text: z.string(),
    firstSeen: Moment,
    lastSeen: Moment,
    count: z.number().int(),
    /** Subscribers whom the failures concern; of more than 10,000, that many. */
    people: CappedCount,
    /** Failures in each of the last 24 hours of UTC, oldest first; the last one is not over. */
    hours: z.array(z.number().int()),
    state: z.enum(FAILURE_GROUP_STATES),
    /** When, by whom and why it was resolved or ignored. */
    stateSince: Moment.optional(),
    stateBy: z.object({ name: z.string(), keyEnd: z.string().optional() }).optional(),
    stateReason: z.string().optional(),
    /** Of an ignored group, what opens it again. */
    ignored: z
      .object({ until: Moment.optional(), belowPerMinute: z.number().optional(), afterMore: z.number().optional() })
      .optional(),
    /** Of an open group that was resolved or ignored before: when it came back, and with a run of which version. */
    cameBack: z
      .object({
        at: Moment,
        after: z.enum(["resolved", "ignored"]),
        /** Absent where they are deleted. */
        workflow: workflow.optional(),
        version: z.number().int().optional(),
      })
      .optional(),
  })
  .meta({ id: "FailureGroup" });
export type FailureGroup = z.infer<typeof FailureGroup>;

const FailureGroupDetails = FailureGroup.extend({
  /** Failures by the versions with which they happened, the latest first: of the last 60 days, as counts are kept. */
  versions: z.array(
    z.object({
      workflow: workflow.optional(),
      /** Absent where it is deleted. */
      version: z.number().int().optional(),
      count: z.number().int(),
      /** The beginnings of the first and the last hour with a failure. */
      firstHour: Moment,
      lastHour: Moment,
    }),
  ),
  /** The last ten runs with such a failure, newest first, as far as they are kept. */
  latestRuns: z.array(
    z.object({
      _notificationId: z.string(),
      at: Moment,
      workflow: workflow.optional(),
      /** Absent for a subscriber that has been deleted. */
      subscriberId: z.string().optional(),
    }),
  ),
}).meta({ id: "FailureGroupDetails" });
export type FailureGroupDetails = z.infer<typeof FailureGroupDetails>;

const page = keysetQuery();

export const ListFailureGroups = z.object({
  ...page,
  before: page.cursor.describe("The `previous` of a page, in the place of `cursor`: the groups before it"),
  state: z.enum(FAILURE_GROUP_STATES).optional(),
  since: moment.optional().describe("Groups with a failure from this moment on"),
  workflowId: Id.optional(),
  providerId: referenceUpTo(REFERENCE_MAX).optional(),
  order: z.enum(FAILURE_GROUP_ORDERS).default("newest").describe("By the last failure, or by the number of failures"),
});
/** `previous` is null on the first page. */
export const FailureGroupPage = keysetPage(FailureGroup).extend({ previous: z.string().nullable() });

const reason = exactTextUpTo(FAILURE_GROUP_REASON_MAX).optional();

export const ResolveFailureGroup = z
  .object({ reason })
  .nullish()
  .meta(example({ reason: "The key was replaced" }));

export const IgnoreFailureGroup = z
  .strictObject({
    until: moment.optional().describe("The first failure from this moment on opens the group again"),
    belowPerMinute: failureCount.optional().describe("A minute with so many failures opens the group again"),
    afterMore: failureCount.optional().describe("So many more failures open the group again"),
    reason,
  })
  .refine(
    (body) => [body.until, body.belowPerMinute, body.afterMore].filter((rule) => rule !== undefined).length === 1,
    {
      path: ["until"],
      error: "send one of until, belowPerMinute and afterMore",
    },
  )
  .meta(example({ afterMore: 100, reason: "Test addresses" }));
export type IgnoreFailureGroup = z.infer<typeof IgnoreFailureGroup>;

const ByGroup = z.object({ failureGroupId: Id });

export const failureGroupOperations = operations("failure-groups", {
  listFailureGroups: {
    route: "GET /v1/failure-groups",
    client: "failureGroups.list",
    summary: "List groups of failed steps by cause; failures are counted after five minutes",
    access: [KEY, READER],
    query: ListFailureGroups,
    answer: { 200: FailureGroupPage },
  },

  getFailureGroup: {
    route: "GET /v1/failure-groups/:failureGroupId",
    client: "failureGroups.get",
    summary: "Get a group of failed steps by workflow version, with its latest runs",
    access: [KEY, READER],
    params: ByGroup,
    answer: { 200: data(FailureGroupDetails) },
    failures: ["not_found"],
  },

  resolveFailureGroup: {
    route: "POST /v1/failure-groups/:failureGroupId/resolve",
    client: "failureGroups.resolve",
    summary: "Resolve a group of failures; the next one reopens it",
    access: [KEY, MEMBER],
    audit: "failure_group.resolved",
    params: ByGroup,
    body: ResolveFailureGroup,
    answer: { 200: data(FailureGroupDetails) },
    failures: ["not_found"],
  },

  ignoreFailureGroup: {
    route: "POST /v1/failure-groups/:failureGroupId/ignore",
    client: "failureGroups.ignore",
    summary: "Ignore a group of failures until a moment, below a rate, or for a number of failures",
    access: [KEY, MEMBER],
    audit: "failure_group.ignored",
    params: ByGroup,
    body: IgnoreFailureGroup,
    answer: { 200: data(FailureGroupDetails) },
    failures: ["not_found"],
  },

  openFailureGroup: {
    route: "POST /v1/failure-groups/:failureGroupId/open",
    client: "failureGroups.open",
    summary: "Reopen a resolved or ignored group of failures",
    access: [KEY, MEMBER],
    audit: "failure_group.opened",
    params: ByGroup,
    answer: { 200: data(FailureGroupDetails) },
    failures: ["not_found"],
  },
});
