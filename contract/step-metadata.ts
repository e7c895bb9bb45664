import { z } from "zod";
import { DELAY_TYPES, MONTHLY_TYPES, ORDINAL_VALUES, ORDINALS, TIME_UNITS, WEEK_DAYS } from "./constants/time.ts";

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

/** A digest that ends at set hours and days, or by a cron expression: engine.md 5.4. */
const Timed = z.object({
  type: z.literal("timed"),
  amount: duration.amount.optional(),
  unit: duration.unit.optional(),
  digestKey,
  /** Needed for days, weeks and months: engine.md 5.3. */
  timed: z
    .object({
      atTime: z.string().optional(),
      weekDays: z.array(z.enum(WEEK_DAYS)).optional(),
      monthDays: z.array(z.number().int()).optional(),
      monthlyType: z.enum(MONTHLY_TYPES).optional(),
      ordinal: z.enum(ORDINALS).optional(),
      ordinalValue: z.enum(ORDINAL_VALUES).optional(),
      cronExpression: z.string().optional(),
    })
    .optional(),
});

/** Steps that neither delay nor collect. */
const None = z.object({ type: z.undefined().optional() });

/** How long a step holds a run, by its type: engine.md 5.1 and section 6. */
export const StepMetadata = z.union([z.discriminatedUnion("type", [Regular, Scheduled, Backoff, Timed]), None]);
export type StepMetadata = z.infer<typeof StepMetadata>;

/** Metadata as it is sent: which fields are needed depends on the step's type. */
export const StepMetadataInput = z.object({
  type: z.enum(DELAY_TYPES).optional(),
  amount: z.coerce
    .number({ error: "must be a positive number" })
    .positive({ error: "must be a positive number" })
    .max(1_000_000, { error: "must not be greater than 1000000" })
    .optional(),
  unit: z.enum(TIME_UNITS).optional(),
  delayPath: z.string().optional(),
});
export type StepMetadataInput = z.infer<typeof StepMetadataInput>;

/** The fields that a delay needs and that are missing, with the reason. */
export function missingDelayFields(metadata: StepMetadataInput): { field: string; reason: string }[] {
  const needed =
    metadata.type === "scheduled"
      ? ([["delayPath", "a scheduled delay needs the place of its date in the payload, such as sendAt"]] as const)
      : ([
          ["amount", "a delay needs an amount and a unit, or the type scheduled and a delayPath"],
          ["unit", `a delay needs an amount and a unit, which is one of ${TIME_UNITS.join(", ")}`],
        ] as const);
  return needed.filter(([field]) => !metadata[field]).map(([field, reason]) => ({ field, reason }));
}

/** The metadata of a step of this type, without the fields that mean nothing to it. */
export function metadataOf(stepType: string, { type, amount, unit, delayPath }: StepMetadataInput): StepMetadata {
  if (stepType !== "delay") return {};
  if (type === "scheduled") return delayPath === undefined ? {} : { type, delayPath };
  return amount === undefined || unit === undefined ? {} : { type: "regular", amount, unit };
}
