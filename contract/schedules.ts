import { z } from "zod";
import { CRON_MAX, NAME_MAX, TOPIC_KEY_MAX } from "./constants/limits.ts";
import { MISSED_POLICIES, RECURRENCE_UNITS, SCHEDULE_STATUSES } from "./constants/schedules.ts";
import { AT_TIME_PATTERN } from "./constants/values/patterns.ts";
import { MONTHLY_TYPES, ORDINAL_VALUES, ORDINALS, WEEK_DAYS } from "./constants/values/time.ts";
import { EventBase, ExcludedSubscribers, isNothing } from "./events.ts";
import { KEY, MEMBER, READER } from "./schemas/access.ts";
import {
  data,
  dated,
  example,
  filledText,
  givenMoment,
  Id,
  Moment,
  nameText,
  nameUpTo,
  owned,
  queryNumber,
  textUpTo,
} from "./schemas/common.ts";
import { operations } from "./schemas/operations.ts";
import { SubscriberId, TimeZone } from "./subscribers.ts";
import { metadataIssues } from "./workflows/step-metadata.ts";

/** Named subscribers and topics of one schedule. A topic has room for more. */
const RECIPIENTS_MAX = 100;

const Once = z.strictObject({
  type: z.literal("once"),
  /** Date and time of day in the schedule's zone. */
  at: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/, {
      error: "must be a date and time without a zone, such as 2026-12-01T09:00",
    })
    .refine((at) => isCalendarTime(at), { error: "must be a date and time that exist, such as 2026-12-01T09:00" }),
});

/** In no zone is a time of these years one of the years 0 or 10000, which cannot be stored. */
const YEARS = { min: 1, max: 9998 };

/** Whether the date is not one such as the 31st of February, which would count as another. */
function isCalendarTime(at: string): boolean {
  const moment = new Date(`${at}Z`);
  const year = moment.getUTCFullYear();
  return year >= YEARS.min && year <= YEARS.max && moment.toISOString().startsWith(at);
}

const ByCron = z.strictObject({
  type: z.literal("cron"),
  cronExpression: textUpTo(CRON_MAX).regex(/^\s*\S+(?:\s+\S+){4}\s*$/, {
    error: "must be a cron expression of five fields, such as 0 9 * * 1",
  }),
});

/** At set days and times of day, or at intervals: the forms of a timed digest. */
const Timed = z
  .strictObject({
    type: z.literal("timed"),
    amount: z
      .number()
      .int()
      .min(1, { error: "must not be less than 1" })
      .max(10_000, { error: "must not be greater than 10000" }),
    unit: z.enum(RECURRENCE_UNITS),
    timed: z
      .strictObject({
        atTime: z
          .string()
          .regex(AT_TIME_PATTERN, { error: "must be a time of day such as 9:30, 17:05 or 17:05:30" })
          .optional(),
        weekDays: z.array(z.enum(WEEK_DAYS)).optional(),
        monthDays: z.array(z.number().int().min(1).max(31)).optional(),
        monthlyType: z.enum(MONTHLY_TYPES).optional(),
        ordinal: z.enum(ORDINALS).optional(),
        ordinalValue: z.enum(ORDINAL_VALUES).optional(),
      })
      .optional(),
  })
  .superRefine((recurrence, context) => {
    for (const { field, reason } of metadataIssues("digest", recurrence)) {
      context.addIssue({
        code: "custom",
        path: field.split("."),
        message: reason.replaceAll("a digest", "a recurrence"),
      });
    }
  });

export const Recurrence = z.discriminatedUnion("type", [Once, ByCron, Timed]);
export type Recurrence = z.infer<typeof Recurrence>;

const Recipient = z.union(
  [
    SubscriberId,
    z.strictObject({ subscriberId: SubscriberId }),
    z.strictObject({
      type: z.literal("Topic"),
      topicKey: nameUpTo(TOPIC_KEY_MAX),
      exclude: ExcludedSubscribers.optional(),
    }),
  ],
  { error: 'must be a subscriber id, {"subscriberId": ...} or {"type": "Topic", "topicKey": ...}' },
);

/** A schedule's audience: everybody of the environment, or subscribers and topics. */
export const ScheduleRecipients = z.union(
  [
    z.strictObject({ type: z.literal("Broadcast") }),
    Recipient,
    z
      .array(Recipient)
      .min(1, { error: "should not be empty" })
      .max(RECIPIENTS_MAX, { error: `must contain no more than ${RECIPIENTS_MAX} elements: use a topic` }),
  ],
  {
    error: `must be a subscriber id, {"type": "Topic", "topicKey": ...}, a list of at most ${RECIPIENTS_MAX} of these, or {"type": "Broadcast"}`,
  },
);
export type ScheduleRecipients = z.infer<typeof ScheduleRecipients>;

const { overrides, actor, tenant, context } = EventBase.shape;

/** Without files: they are kept while an event needs them, and a schedule is kept, and shown, as it was given. */
const payload = EventBase.shape.payload.refine((given) => isNothing(given?.attachments), {
  path: ["attachments"],
  error: "is not supported in schedules: put a link to the file into the content of the email",
});

const Instant = givenMoment("must be a moment such as 2026-12-01T09:00:00Z");

const fields = {
  name: filledText(NAME_MAX),
  /** Trigger identifier. */
  workflow: nameText(),
  to: ScheduleRecipients,
  payload: payload.nullable(),
  overrides: overrides.nullable(),
  actor: actor.nullable(),
  tenant: tenant.nullable(),
  context: context.nullable(),
  recurrence: Recurrence,
  /** In which times of day are meant; with `inSubscriberTimezone`, the zone of subscribers who have none. */
  timezone: TimeZone,
  /** Reaches each subscriber when it is that time in the subscriber's own zone. */
  inSubscriberTimezone: z.boolean(),
  startAt: Instant.nullish(),
  endAt: Instant.nullish(),
  missed: z.enum(MISSED_POLICIES),
};

export const CreateSchedule = z
  .object({
    ...fields,
    timezone: fields.timezone.default("UTC"),
    inSubscriberTimezone: fields.inSubscriberTimezone.default(false),
    missed: fields.missed.default("run_once"),
  })
  .meta(
    example({
      name: "Orders of the week",
      workflow: "order-shipped",
      to: { type: "Topic", topicKey: "crew" },
      recurrence: { type: "cron", cronExpression: "0 9 * * 1" },
      timezone: "Europe/London",
    }),
  );
export type CreateSchedule = z.infer<typeof CreateSchedule>;

/** Fields that are left out stay as they are; null erases those that are optional. */
export const UpdateSchedule = z
  .object(fields)
  .partial()
  .meta(example({ timezone: "Europe/London" }));
export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

export const BySchedule = z.object({ id: Id });

export const ListSchedules = z.object({
  limit: queryNumber(10, 1, 100),
  /** Id of the last schedule of the page before. */
  after: Id.optional(),
  status: z.enum(SCHEDULE_STATUSES).optional(),
});

export const Schedule = z
  .object({
    ...owned(),
    name: z.string(),
    workflow: z.object({ _id: z.string(), identifier: z.string(), name: z.string() }),
    to: z.unknown(),
    payload: z.record(z.string(), z.unknown()),
    overrides: z.record(z.string(), z.unknown()).optional(),
    actor: z.unknown().optional(),
    tenant: z.unknown().optional(),
    context: z.unknown().optional(),
    recurrence: Recurrence,
    timezone: z.string(),
    inSubscriberTimezone: z.boolean(),
    startAt: Moment.optional(),
    endAt: Moment.optional(),
    missed: z.enum(MISSED_POLICIES),
    status: z.enum(SCHEDULE_STATUSES),
    /** Up to five occurrences, in the schedule's zone; none of one that is paused or has ended. */
    nextRuns: z.array(Moment),
    lastRunAt: Moment.optional(),
    /** The event of the last occurrence. */
    lastTransactionId: z.string().optional(),
    /** Occurrences in a row that could not be fired, and why the last one could not. */
    failures: z.number().int(),
    lastError: z.string().optional(),
    ...dated(),
  })
  .meta({ id: "Schedule" });
export type Schedule = z.infer<typeof Schedule>;

/** Newest first. `next` is the cursor of the page after this one; null when there is none. */
export const SchedulePage = z.object({ data: z.array(Schedule), hasMore: z.boolean(), next: z.string().nullable() });

export const scheduleOperations = operations("schedules", {
  createSchedule: {
    route: "POST /v1/schedules",
    client: "schedules.create",
    summary: "Create a schedule that triggers a workflow, once or repeatedly",
    access: [KEY, MEMBER],
    audit: "schedule.created",
    body: CreateSchedule,
    answer: { 201: data(Schedule) },
    failures: ["workflow_not_found"],
  },

  listSchedules: {
    route: "GET /v1/schedules",
    client: "schedules.list",
    summary: "List schedules, newest first",
    access: [KEY, READER],
    query: ListSchedules,
    answer: { 200: SchedulePage },
    failures: ["not_found"],
  },

  getSchedule: {
    route: "GET /v1/schedules/:id",
    client: "schedules.get",
    summary: "Get a schedule with its next occurrences",
    access: [KEY, READER],
    params: BySchedule,
    answer: { 200: data(Schedule) },
    failures: ["not_found"],
  },

  updateSchedule: {
    route: "PATCH /v1/schedules/:id",
    client: "schedules.update",
    summary: "Update a schedule; omitted fields stay",
    access: [KEY, MEMBER],
    audit: "schedule.updated",
    params: BySchedule,
    body: UpdateSchedule,
    answer: { 200: data(Schedule) },
    failures: ["not_found", "workflow_not_found"],
  },

  deleteSchedule: {
    route: "DELETE /v1/schedules/:id",
    client: "schedules.delete",
    summary: "Delete a schedule; runs that it triggered go on",
    access: [KEY, MEMBER],
    audit: "schedule.deleted",
    params: BySchedule,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  pauseSchedule: {
    route: "POST /v1/schedules/:id/pause",
    client: "schedules.pause",
    summary: "Pause a schedule",
    access: [KEY, MEMBER],
    audit: "schedule.updated",
    params: BySchedule,
    answer: { 200: data(Schedule) },
    failures: ["not_found", "conflict"],
  },

  resumeSchedule: {
    route: "POST /v1/schedules/:id/resume",
    client: "schedules.resume",
    summary: "Resume a schedule from its next occurrence",
    access: [KEY, MEMBER],
    audit: "schedule.updated",
    params: BySchedule,
    answer: { 200: data(Schedule) },
    failures: ["not_found", "conflict"],
  },
});
