import { z } from "zod";
import { CHANNELS } from "./constants/channels.ts";
import { SUBSCRIBER_ID_MAX, TRANSACTION_ID_MAX } from "./constants/limits.ts";
import {
  RESUMPTION_NAME_MAX,
  RESUMPTION_RUNS_MAX,
  RESUMPTION_SPREAD_MAX_SECONDS,
  RESUMPTION_STATES,
  RESUMPTION_VALUES_MAX,
  RESUMPTION_VERSIONS,
} from "./constants/resumptions.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import {
  data,
  example,
  filledText,
  givenMoment,
  Id,
  Moment,
  owned,
  queryNumber,
  referenceUpTo,
} from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";

export type ResumptionVersion = (typeof RESUMPTION_VERSIONS)[number];
export type ResumptionState = (typeof RESUMPTION_STATES)[number];

const REASON_MAX = 1_000;

export const list = <T extends z.ZodType>(item: T, max = RESUMPTION_VALUES_MAX) =>
  z
    .array(item, { error: "must be an array" })
    .min(1, { error: "must contain at least 1 element" })
    .max(max, { error: `must contain no more than ${max} elements` });

/** Text that is stored in JSON, which Postgres refuses with half of a character. */
const text = (max: number) =>
  referenceUpTo(max).refine((given) => !/\p{Surrogate}/u.test(given), {
    error: "must not contain half of a character",
  });

const moment = givenMoment("must be a moment in ISO 8601, such as 2026-01-31T12:00:00Z");

/**
 * Common traits of runs. Channel, reason, provider and integration have to fit one failed or unsent step of a run; all of
 * the run's such steps are then executed.
 */
export const ResumableFilter = z.strictObject({
  /** Ids of workflows. */
  templates: list(Id).optional(),
  transactionId: text(TRANSACTION_ID_MAX).optional(),
  /** The customer's ids. */
  subscriberIds: list(text(SUBSCRIBER_ID_MAX)).optional(),
  /** `failed`: a step failed. `stopped`: the run's execution ended before its time. */
  statuses: list(z.enum(["failed", "stopped"])).optional(),
  channels: list(z.enum(CHANNELS)).optional(),
  /** Texts of a step's error, or of its vendor's, as they are shown. */
  reasons: list(text(REASON_MAX)).optional(),
  providers: list(text(SUBSCRIBER_ID_MAX)).optional(),
  integrationIds: list(Id).optional(),
  /** When the runs were created: from the first moment, and before the second. */
  from: moment.optional(),
  to: moment.optional(),
  /** Runs with a step that failed from this moment on. */
  failedAfter: moment.optional(),
  /** `exclude` leaves dry runs out. */
  dryRuns: z.enum(["include", "exclude"]).optional(),
});
export type ResumableFilter = z.infer<typeof ResumableFilter>;

export const namesOneSelection = ({ runIds, filter }: { runIds?: unknown; filter?: unknown }): boolean =>
  (runIds === undefined) !== (filter === undefined);
export const ONE_SELECTION = { path: ["runIds"], error: "send either runIds or filter" };

/** The person who asked for it; with the last characters of the key, where it was a call with one. */
export const AskedBy = z.object({ name: z.string(), keyEnd: z.string().optional() });

const version = z.enum(RESUMPTION_VERSIONS, { error: `must be ${RESUMPTION_VERSIONS.join(" or ")}` }).default("pinned");

const integrationId = Id.optional().describe(
  "An active email or SMS integration: what failed on its channel is decided again and goes through it first. A message that a vendor may have taken already stays with that vendor",
);

/** Nothing, or the version and the integration. */
export const ResumeRun = z
  .object({ version, integrationId })
  .nullish()
  .meta(example({ version: "current" }));

const spreadText = `must be a whole number of seconds up to ${RESUMPTION_SPREAD_MAX_SECONDS}`;

/** Either runs by their ids, or all runs that have something in common. An empty filter means all runs that can be resumed. */
export const CreateResumption = z
  .strictObject({
    name: filledText(RESUMPTION_NAME_MAX).optional(),
    runIds: list(Id, RESUMPTION_RUNS_MAX).optional(),
    filter: ResumableFilter.optional(),
    version,
    integrationId,
    spreadSeconds: z
      .int({ error: spreadText })
      .min(0, { error: spreadText })
      .max(RESUMPTION_SPREAD_MAX_SECONDS, { error: spreadText })
      .optional()
      .describe("The runs are resumed evenly over this time; at once without it"),
  })
  .refine(namesOneSelection, ONE_SELECTION)
  .meta(example({ filter: { statuses: ["failed"], channels: ["email"] } }));
export type CreateResumption = z.infer<typeof CreateResumption>;

const Integration = z.object({
  _id: z.string(),
  name: z.string(),
  channel: z.enum(CHANNELS),
  providerId: z.string(),
});
export type ResumptionIntegration = z.infer<typeof Integration>;

export const Resumption = z
  .object({
    ...owned(),
    name: z.string().optional(),
    version: z.enum(RESUMPTION_VERSIONS),
    /** The integration that was chosen for what failed, as it was then. */
    integration: Integration.optional(),
    /** The time over which the runs are resumed; 0 for at once. */
    spreadSeconds: z.number().int(),
    runIds: z.array(z.string()).optional(),
    filter: ResumableFilter.optional(),
    state: z.enum(RESUMPTION_STATES),
    /** Runs that match; as long as they are counted, those found so far. */
    total: z.number().int(),
    /** Runs that go on. */
    done: z.number().int(),
    /** Runs that could not be resumed, and those for which there was nothing left to do. */
    failed: z.number().int(),
    skipped: z.number().int(),
    reasons: z.array(z.object({ reason: z.string(), message: z.string(), runs: z.number().int() })),
    createdBy: AskedBy.optional(),
    createdAt: Moment,
    finishedAt: Moment.optional(),
  })
  .meta({ id: "Resumption" });
export type Resumption = z.infer<typeof Resumption>;

export const ResumptionPreview = z.object({
  /** Runs with a step that failed or was not sent, among those that were looked at. */
  runs: z.number().int(),
  /** False where only the latest 10,000 runs were looked at, and there are more. */
  isExact: z.boolean(),
  /** Steps that would be executed again, most frequent channel first. */
  byChannel: z.array(z.object({ channel: z.enum(CHANNELS), steps: z.number().int() })),
  /** The most frequent reasons; null for steps that were not sent because their run was stopped. */
  byReason: z.array(z.object({ reason: z.string().nullable(), runs: z.number().int() })),
});
export type ResumptionPreview = z.infer<typeof ResumptionPreview>;

export const resumptionOperations = operations("notifications", {
  resumeRun: {
    route: "POST /v1/notifications/:runId/resume",
    client: "notifications.resume",
    summary: "Resume the failed and unsent steps of a run; completed ones are not repeated",
    access: [KEY, MEMBER],
    limit: "triggers",
    audit: "resumption.created",
    params: z.object({ runId: Id }),
    body: ResumeRun,
    answer: { 202: data(Resumption) },
    failures: ["not_found"],
  },

  createResumption: {
    route: "POST /v1/notifications/resumptions",
    client: "notifications.createResumption",
    summary: "Resume the failed and unsent steps of runs, by id or by filter",
    access: [KEY, MEMBER],
    limit: "triggers",
    audit: "resumption.created",
    body: CreateResumption,
    answer: { 202: data(Resumption) },
  },

  previewResumption: {
    route: "POST /v1/notifications/resumptions/preview",
    client: "notifications.previewResumption",
    summary: "Count the runs that a resumption would resume, and what it would send; nothing is changed",
    access: [KEY, READER],
    limit: "triggers",
    audit: { none: "it changes nothing" },
    body: CreateResumption,
    answer: { 200: data(ResumptionPreview) },
  },

  listResumptions: {
    route: "GET /v1/notifications/resumptions",
    client: "notifications.listResumptions",
    summary: "List the latest resumptions, newest first",
    access: [KEY, READER],
    query: z.object({ limit: queryNumber(10, 1, 100) }),
    answer: { 200: data(z.array(Resumption)) },
  },

  getResumption: {
    route: "GET /v1/notifications/resumptions/:resumptionId",
    client: "notifications.getResumption",
    summary: "Get the progress of a resumption, with what it could not resume",
    access: [KEY, READER],
    params: z.object({ resumptionId: Id }),
    answer: { 200: data(Resumption) },
    failures: ["not_found"],
  },

  endResumption: {
    route: "DELETE /v1/notifications/resumptions/:resumptionId",
    client: "notifications.endResumption",
    summary: "Stop a resumption; resumed runs go on",
    access: [KEY, MEMBER],
    audit: "resumption.canceled",
    params: z.object({ resumptionId: Id }),
    answer: { 200: data(Resumption) },
    failures: ["not_found"],
  },
});
