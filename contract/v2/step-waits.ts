import { z } from "zod";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { KEY, READER } from "../schemas/access.ts";
import { data, example, givenMoment, Moment } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { TimeZone } from "../subscribers.ts";
import { WorkflowPath } from "./workflows.ts";

/** Moments that one call looks ahead. */
const DATES_MAX = 10;

const controlValues = z
  .record(z.string(), z.unknown(), { error: "must be an object" })
  .refine((given) => !isNestedDeeper(given), {
    error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep`,
  });

const oneOf = <T extends readonly [string, ...string[]]>(types: T) =>
  z.enum(types, { error: `must be one of ${types.join(", ")}` });

/** A digest or delay that ends at set times, as an editor has it. */
export const PreviewWaitDates = z
  .object({
    type: oneOf(["digest", "delay"] as const),
    controlValues,
    /** The moment after which the first one lies; now by default. */
    from: givenMoment("must be a moment such as 2026-12-01T09:00:00Z").optional(),
    count: z
      .int({ error: "must be an integer number" })
      .min(1, { error: "must not be less than 1" })
      .max(DATES_MAX, { error: `must not be greater than ${DATES_MAX}` })
      .default(5),
  })
  .meta(example({ type: "digest", controlValues: { type: "timed", cron: "0 9 * * 1", timezone: "Europe/Berlin" } }));
export type PreviewWaitDates = z.infer<typeof PreviewWaitDates>;

/** Date and time of day without a zone. */
const WallTime = z.string();

const WaitDate = z
  .object({
    at: Moment,
    /** The time that clocks in the zone of the step show then. */
    local: WallTime,
    /** The last change of the clock since the moment before, with what clocks show right before and after it. */
    clockChange: z.object({ at: Moment, from: WallTime, to: WallTime }).optional(),
    /** The time that the step names and that the clock skips, in place of which this moment is taken. */
    skipped: WallTime.optional(),
    /** The one of two moments that it is, of a time that clocks show twice. */
    repeated: z.enum(["first", "second"]).optional(),
  })
  .meta({ id: "WaitDate" });
export type WaitDate = z.infer<typeof WaitDate>;

/** The next moments at which a digest or delay ends. Each wait begins at the end of the one before. */
export const WaitDates = z.object({
  /** In which days and times of day of the step are meant. */
  timezone: z.string(),
  dates: z.array(WaitDate),
});
export type WaitDates = z.infer<typeof WaitDates>;

/** A step as an editor has it, to be gone through with earlier events. */
export const SimulateWait = z
  .object({
    type: oneOf(["digest", "delay", "throttle"] as const),
    controlValues,
    /** In which days are counted. */
    timezone: TimeZone.default("UTC"),
  })
  .meta(example({ type: "digest", controlValues: { amount: 1, unit: "hours", digestKey: "payload.postId" } }));
export type SimulateWait = z.infer<typeof SimulateWait>;

/** The messages that one step would have let go on in the last seven days. A run is one event for one subscriber. */
export const WaitSimulation = z.object({
  /** The oldest moment from which all events were read. */
  from: Moment,
  until: Moment,
  events: z.int(),
  runs: z.int(),
  /** There are more events in the seven days than were read. */
  isCut: z.boolean(),
  /** Messages that would have gone out, and those that would still wait. */
  messages: z.int(),
  waiting: z.int(),
  /** Of a digest that looks back: events that would have been sent at once. They count as messages, too. */
  letThrough: z.int(),
  /** Runs that a throttle would have ended. */
  dropped: z.int(),
  /** Runs that would have failed at the step, and why one of them would have. */
  failed: z.int(),
  problem: z.string().optional(),
  /** Events of one message: most of them, and the median. */
  largest: z.int(),
  median: z.number(),
  days: z.array(z.object({ day: z.string(), runs: z.int(), messages: z.int(), dropped: z.int() })),
  /** The first messages that would have gone out. */
  first: z.array(
    z.object({
      at: Moment,
      /** Absent of a subscriber that is not there any more. */
      subscriberId: z.string().optional(),
      /** The value by which events are kept apart. */
      key: z.string().optional(),
      count: z.int(),
    }),
  ),
});
export type WaitSimulation = z.infer<typeof WaitSimulation>;

export const stepWaitOperations = operations("workflows", {
  previewWaitDates: {
    route: "POST /v2/waits/dates",
    client: "v2.waits.previewDates",
    summary: "Compute the next times at which a digest or delay would end; it need not be saved",
    access: [KEY, READER],
    audit: { none: "it changes nothing" },
    body: PreviewWaitDates,
    answer: { 200: data(WaitDates) },
  },

  simulateWait: {
    route: "POST /v2/workflows/:workflowId/waits/simulate",
    client: "v2.workflows.simulateWait",
    summary: "Simulate a digest, delay or throttle with the events of the last seven days; it need not be saved",
    description:
      "Reads the newest 10,000 events at most. The step is taken as if events reached it when they were triggered, and without its conditions. Nothing is written or sent.",
    access: [KEY, READER],
    limit: "triggers",
    audit: { none: "it changes nothing" },
    params: WorkflowPath,
    body: SimulateWait,
    answer: { 200: data(WaitSimulation) },
    failures: ["not_found"],
  },
});
