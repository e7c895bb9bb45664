import type { z } from "zod";
import { CONTROLS, type ControlledType, STEP_TYPES_V2 } from "#contract/workflows/step-controls.ts";

type Values = Readonly<Record<string, unknown>>;

const [CRON_DIGEST, REGULAR_DIGEST, TIMED_DIGEST] = CONTROLS.digest.options;
const [REGULAR_DELAY, CRON_DELAY, DYNAMIC_DELAY] = CONTROLS.delay.options;

/** The type as callers of `/v2/workflows` know it: `http` of the engine is `http_request`. Undefined for one that they do not know. */
export const controlledTypeOf = (type: string): ControlledType | undefined =>
  STEP_TYPES_V2.find((known) => known === (type === "http" ? "http_request" : type));

/** The alternative that the values of a digest choose. */
export function digestSchema({ cron, type, timed }: Values) {
  if (type !== "regular" && cron !== undefined) return CRON_DIGEST;
  return type === "timed" && timed !== undefined ? TIMED_DIGEST : REGULAR_DIGEST;
}

/** The alternative that the values of a delay choose. */
export function delaySchema({ type }: Values) {
  if (type === "timed") return CRON_DELAY;
  return type === "dynamic" ? DYNAMIC_DELAY : REGULAR_DELAY;
}

/** Whether a digest ends on days and at times of day that its `timed` names. */
export const endsOnDays = (values: Values): boolean => digestSchema(values) === TIMED_DIGEST;

/** The schema by which the values of a step are checked, so that a fault names its field and not the whole. */
export function schemaOf(type: ControlledType, values: Values): z.ZodType {
  if (type === "digest") return digestSchema(values);
  return type === "delay" ? delaySchema(values) : CONTROLS[type];
}

/** The values that count for a schema; others, which editors of other kinds of steps leave, do not make it wrong. */
export function countingFor(schema: z.ZodType, values: Values): Values {
  if (!("shape" in schema) || typeof schema.shape !== "object" || schema.shape === null) return values;
  const { shape } = schema;
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(shape, key)));
}
