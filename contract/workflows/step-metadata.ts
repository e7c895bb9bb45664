import { z } from "zod";
import { CRON_MAX, IDENTIFIER_MAX } from "../constants/limits.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "../constants/values/json-depth.ts";
import { AT_TIME_PATTERN } from "../constants/values/patterns.ts";
import {
  DELAY_TYPES,
  DIGEST_TYPES,
  isTimeZone,
  MONTHLY_TYPES,
  ORDINAL_VALUES,
  ORDINALS,
  TIME_UNITS,
  WEEK_DAYS,
} from "../constants/values/time.ts";
import { exactTextUpTo, textUpTo } from "../schemas/common.ts";
import {
  FLOW_METADATA,
  FLOW_STEP_TYPES,
  flowInput,
  flowIssues,
  flowMetadataOf,
  isFlowStepType,
  type MetadataIssue,
  missing,
} from "./flow-metadata.ts";

const duration = { amount: z.number(), unit: z.enum(TIME_UNITS) };
/** Dotted path into the payload: events with another value there are collected apart. */
const digestKey = z.string().optional();

/** A wait of a fixed length from the moment at which the step is reached; only digests have a `digestKey`. */
const Regular = z.object({ type: z.literal("regular"), ...duration, digestKey });

/** A delay until the ISO date at a dotted path in the payload. */
const Scheduled = z.object({ type: z.literal("scheduled"), delayPath: z.string() });

/** A digest that lets an event through at once when none came within the look-back window before it. */
const Backoff = z.object({
  type: z.literal("backoff"),
  ...duration,
  digestKey,
  backoffAmount: z.number(),
  backoffUnit: z.enum(TIME_UNITS),
});

/** A digest that ends at set hours and days, or by a cron expression. */
const Timed = z.object({
  type: z.literal("timed"),
  amount: duration.amount.optional(),
  unit: duration.unit.optional(),
  digestKey,
  /** Needed for days, weeks and months. */
  timed: z
    .object({
      atTime: z.string().optional(),
      weekDays: z.array(z.enum(WEEK_DAYS)).optional(),
      monthDays: z.array(z.number().int()).optional(),
      monthlyType: z.enum(MONTHLY_TYPES).optional(),
      ordinal: z.enum(ORDINALS).optional(),
      ordinalValue: z.enum(ORDINAL_VALUES).optional(),
      /** Five fields, or six with seconds first. It stands in place of amount, unit and the fields above. */
      cronExpression: z.string().optional(),
      /** Name of a zone of the IANA database, in which days and times of day are meant; UTC without it. */
      timezone: z.string().optional(),
    })
    .optional(),
});

/**
 * A step that starts another workflow for the same subscriber. Texts in its payload are templates; one that is nothing but
 * a variable, such as `{{ payload.items }}`, has that variable's value. Without a payload, the event's own is passed on.
 */
const Trigger = z.object({
  type: z.literal("trigger"),
  /** Its trigger identifier, or a template for it. */
  workflowId: z.string(),
  payload: z.record(z.string(), z.unknown()).optional(),
});

/** Steps that neither delay nor collect. */
const None = z.object({ type: z.undefined().optional() });

/** The settings of a step that sends no message, by its type. More of them are in `flow-metadata.ts`. */
export const StepMetadata = z
  .union([z.discriminatedUnion("type", [Regular, Scheduled, Backoff, Timed, Trigger, ...FLOW_METADATA]), None])
  .meta({ id: "StepMetadata" });
export type StepMetadata = z.infer<typeof StepMetadata>;

const positive = z.coerce
  .number({ error: "must be a positive number" })
  .positive({ error: "must be a positive number" })
  .max(1_000_000, { error: "must not be greater than 1000000" });

const monthDay = z
  .number()
  .int()
  .min(1, { error: "must be a day of the month from 1 to 31" })
  .max(31, { error: "must be a day of the month from 1 to 31" });

/** An empty text stands for a field of a form that was left out. */
const textOrEmpty = (accepts: (text: string) => boolean, error: string) =>
  z.string().refine((text) => text === "" || accepts(text), { error });

/** A digest's schedule as it is sent. Texts without a value may be empty. */
export const TimedInput = z.object({
  atTime: textOrEmpty(
    (text) => AT_TIME_PATTERN.test(text),
    "must be a time of day such as 9:30, 17:05 or 17:05:30",
  ).optional(),
  weekDays: z.array(z.enum(WEEK_DAYS)).optional(),
  monthDays: z.array(monthDay).optional(),
  monthlyType: z.enum(MONTHLY_TYPES).optional(),
  ordinal: z.enum(ORDINALS).optional(),
  ordinalValue: z.enum(ORDINAL_VALUES).optional(),
  cronExpression: textUpTo(CRON_MAX).optional(),
  timezone: textOrEmpty(isTimeZone, "must be the name of a time zone such as Europe/Berlin, or UTC").optional(),
});

/**
 * Metadata as it is sent: which fields are needed depends on the step's type.
 * `backoff: true` with the type regular is an old form of the type backoff.
 */
export const StepMetadataInput = z
  .object({
    type: z.enum([...DELAY_TYPES, ...DIGEST_TYPES, ...FLOW_STEP_TYPES, "trigger"]).optional(),
    amount: positive.optional(),
    unit: z.enum(TIME_UNITS).optional(),
    delayPath: z.string().optional(),
    digestKey: z.string().optional(),
    backoff: z.boolean().optional(),
    backoffAmount: positive.optional(),
    backoffUnit: z.enum(TIME_UNITS).optional(),
    timed: TimedInput.optional(),
    ...flowInput,
    workflowId: exactTextUpTo(IDENTIFIER_MAX).optional(),
    payload: z
      .record(z.string(), z.unknown(), { error: "must be an object" })
      .refine((given) => !isNestedDeeper(given), {
        error: `must not be nested more than ${DOCUMENT_DEPTH_MAX} levels deep`,
      })
      .optional(),
  })
  .meta({ id: "StepMetadataOfStep" });
export type StepMetadataInput = z.infer<typeof StepMetadataInput>;

/** Returns what is missing or wrong in the metadata of a step of this type, besides what no step may have. */
export function metadataIssues(stepType: string, metadata: StepMetadataInput): MetadataIssue[] {
  if (stepType === "delay") return delayIssues(metadata);
  if (stepType === "digest") return digestIssues(metadata);
  if (stepType === "trigger") return triggerIssues(metadata);
  return isFlowStepType(stepType) ? flowIssues(stepType, metadata) : [];
}

function triggerIssues({ type, workflowId }: StepMetadataInput): MetadataIssue[] {
  if (type && type !== "trigger") return [otherType(["trigger"])];
  return workflowId
    ? []
    : [missing("workflowId", "a trigger step needs the identifier of the workflow that it starts")];
}

function delayIssues(metadata: StepMetadataInput): MetadataIssue[] {
  const { type } = metadata;
  if (type && !isOneOf(DELAY_TYPES, type)) return [otherType(DELAY_TYPES)];
  if (type === "scheduled") {
    const reason = "a scheduled delay needs the place of its date in the payload, such as sendAt";
    return metadata.delayPath ? [] : [missing("delayPath", reason)];
  }
  return [
    ...(metadata.amount
      ? []
      : [missing("amount", "a delay needs an amount and a unit, or the type scheduled and a delayPath")]),
    ...(metadata.unit
      ? []
      : [missing("unit", `a delay needs an amount and a unit, which is one of ${TIME_UNITS.join(", ")}`)]),
  ];
}

function digestIssues(metadata: StepMetadataInput): MetadataIssue[] {
  const type = digestTypeOf(metadata);
  if (!isOneOf(DIGEST_TYPES, type)) return [otherType(DIGEST_TYPES)];
  const { amount, unit, backoffAmount, backoffUnit, timed } = metadata;
  if (type === "timed" && timed?.cronExpression) return [];
  const units = TIME_UNITS.join(", ");
  return [
    ...(amount
      ? []
      : [missing("amount", "a digest needs an amount and a unit, or the type timed and a cronExpression")]),
    ...(unit ? [] : [missing("unit", `a digest needs an amount and a unit, which is one of ${units}`)]),
    ...(type !== "backoff" || backoffAmount
      ? []
      : [missing("backoffAmount", "a backoff digest needs how far to look back for an earlier event")]),
    ...(type !== "backoff" || backoffUnit
      ? []
      : [missing("backoffUnit", `a backoff digest needs how far to look back, in one of ${units}`)]),
    ...(type === "timed" && amount && unit ? timedIssues(amount, unit, timed ?? {}) : []),
  ];
}

/** Units that end a timed digest at a time of day; the others count from the moment at which the step is reached. */
const DAY_UNITS: readonly string[] = ["days", "weeks", "months"];

function timedIssues(amount: number, unit: string, timed: z.infer<typeof TimedInput>): MetadataIssue[] {
  if (!DAY_UNITS.includes(unit)) return [];
  const isOrdinal = unit === "months" && timed.monthlyType === "on";
  return [
    ...(Number.isInteger(amount) ? [] : [{ field: "amount", reason: `must be a whole number of ${unit}` }]),
    ...(timed.atTime ? [] : [missing("timed.atTime", `a digest of ${unit} needs the time of day at which it ends`)]),
    ...(!isOrdinal || timed.ordinal
      ? []
      : [missing("timed.ordinal", `a digest on a day of the month needs one of ${ORDINALS.join(", ")}`)]),
    ...(!isOrdinal || timed.ordinalValue
      ? []
      : [missing("timed.ordinalValue", `a digest on a day of the month needs one of ${ORDINAL_VALUES.join(", ")}`)]),
  ];
}

const otherType = (types: readonly string[]): MetadataIssue => ({
  field: "type",
  reason: `must be one of the following values: ${types.join(", ")}`,
});

const isOneOf = (types: readonly string[], type: string): boolean => types.includes(type);

/** The metadata of a step of this type, without the fields that mean nothing to it. */
export function metadataOf(stepType: string, metadata: StepMetadataInput): StepMetadata {
  const { type, amount, unit, delayPath } = metadata;
  if (stepType === "digest") return digestMetadataOf(metadata);
  if (stepType === "trigger") {
    const { workflowId, payload } = metadata;
    return workflowId ? { type: "trigger", workflowId, ...(payload && { payload }) } : {};
  }
  if (isFlowStepType(stepType)) return flowMetadataOf(stepType, metadata) ?? {};
  if (stepType !== "delay") return {};
  if (type === "scheduled") return delayPath ? { type, delayPath } : {};
  return !amount || !unit ? {} : { type: "regular", amount, unit };
}

const Digest = z.discriminatedUnion("type", [Regular, Backoff, Timed]);

function digestMetadataOf(metadata: StepMetadataInput): StepMetadata {
  const timed = given(metadata.timed ?? {});
  const digest = Digest.safeParse({
    ...given({ ...metadata, timed: Object.keys(timed).length > 0 ? timed : undefined }),
    type: digestTypeOf(metadata),
  });
  return digest.success ? digest.data : {};
}

function digestTypeOf({ type, backoff }: StepMetadataInput): string {
  return backoff && type !== "timed" ? "backoff" : (type ?? "regular");
}

/** The fields that have a value. */
function given(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );
}
