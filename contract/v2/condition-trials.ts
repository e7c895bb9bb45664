import { z } from "zod";
import { FILTER_PARTS } from "../constants/conditions.ts";
import { LARGE_BODY_BYTES } from "../constants/limits.ts";
import { KEY, READER } from "../schemas/access.ts";
import { data, example, Moment } from "../schemas/common.ts";
import { Filter } from "../schemas/conditions.ts";
import { operations } from "../schemas/operations.ts";
import { WorkflowPath } from "./workflows.ts";

/** Events that one trial goes through. */
export const TRIED_EVENTS_MAX = 100;
/** Events of each outcome that are shown. */
export const TRIED_EXAMPLES_MAX = 3;
/** Values of one event that are shown, and the characters of each. */
export const TRIED_VALUES_MAX = 10;
export const TRIED_TEXT_MAX = 200;

/** Conditions of a step, a variant or a branch, or the rule by which a step is skipped, which need not be saved. */
export const TryConditions = z
  .object({
    filters: z.array(Filter, { error: "must be a list of groups of conditions" }).optional(),
    /** In place of conditions: a rule of JSON logic, as the control `skip` has it. */
    rule: z.record(z.string(), z.unknown(), { error: "must be an object of JSON logic" }).optional(),
  })
  .refine(({ filters, rule }) => (filters === undefined) !== (rule === undefined), {
    error: "filters or rule must be given, and not both",
  })
  .meta(
    example({
      filters: [{ value: "AND", children: [{ on: "payload", field: "total", operator: "LARGER", value: "100" }] }],
    }),
  );
export type TryConditions = z.infer<typeof TryConditions>;

/** A value that a condition found in an event; long texts are cut. */
export const TriedValue = z.object({
  on: z.enum(FILTER_PARTS),
  field: z.string(),
  actual: z.string(),
  expected: z.string(),
  operator: z.string(),
  passed: z.boolean(),
});
export type TriedValue = z.infer<typeof TriedValue>;

/** An event with what decided about it, for the first of its recipients. */
export const TriedEvent = z.object({
  transactionId: z.string(),
  triggeredAt: Moment,
  /** Absent where it had no run. */
  _notificationId: z.string().optional(),
  /** Absent where it had none, or the subscriber is deleted. */
  subscriberId: z.string().optional(),
  values: z.array(TriedValue),
  /** Why the conditions could not be evaluated; a run would fail at the step. */
  problem: z.string().optional(),
});
export type TriedEvent = z.infer<typeof TriedEvent>;

const Outcome = z.object({ count: z.number().int(), examples: z.array(TriedEvent) });

/** The outcome of conditions over the latest events of a workflow, with the subscribers and tenants of today. */
export const ConditionTrial = z
  .object({
    /** Events that were gone through. */
    events: z.number().int(),
    passed: Outcome,
    failed: Outcome,
    /** Of these it depends on what nobody knows afterwards. */
    unknown: Outcome,
    /** Kinds of conditions that cannot be evaluated afterwards. */
    notKnown: z.array(z.enum(FILTER_PARTS)),
    /** False when the time was over before the last event. */
    isComplete: z.boolean(),
  })
  .meta({ id: "ConditionTrial" });
export type ConditionTrial = z.infer<typeof ConditionTrial>;

export const conditionTrialOperations = operations("workflows", {
  tryConditions: {
    route: "POST /v2/workflows/:workflowId/conditions/try",
    client: "v2.workflows.tryConditions",
    summary: "Try conditions on the latest events of a workflow",
    description: "Nothing is sent and no webhook is called. Each event is tried for the first of its recipients.",
    access: [KEY, READER],
    bodyLimit: LARGE_BODY_BYTES,
    audit: { none: "it changes nothing" },
    params: WorkflowPath,
    body: TryConditions,
    answer: { 200: data(ConditionTrial) },
    failures: ["not_found"],
  },
});
