import { DETAILS } from "#contract/constants/details.ts";
import { planOf } from "#contract/constants/plans.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { tierErrors } from "#domain/times/plan-waits.ts";
import type { Slice } from "../run/slice.ts";
import type { StepOutcome } from "../run/step-type.ts";

/**
 * The failure of a delay or digest that would end later than the organisation's plan allows; undefined when it may wait.
 * A workflow that was saved under a larger plan, and an event's own dates, get here.
 */
export function longerThanPlan(
  { context, deps, event: { overrides }, now }: Slice,
  { type, metadata }: StepRow,
  dueAt: Date,
): StepOutcome | undefined {
  const { waitDays } = planOf(context.serviceLevel, deps.config.planLimits);
  const errors = tierErrors({ step: { template: { type }, metadata }, overrides, now, dueAt }, waitDays);
  const [first] = errors;
  if (!first) return undefined;
  const details = [{ detail: DETAILS.waitTooLong, status: "Failed", raw: { errors } } as const];
  return { kind: "ended", status: "failed", started: true, error: first.message, details };
}
