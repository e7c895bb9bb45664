import type { TriggerOverrides } from "#contract/events.ts";
import type { WaitingStep } from "./retention.ts";
import { exceedsDays, ownOrReplacedDuration, type WaitControl, waitIssues } from "./waits.ts";

/** The issue of a step whose wait is longer than the organisation's plan allows. */
export const TIER_LIMIT_EXCEEDED = "TIER_LIMIT_EXCEEDED";

/** One for each control of a step that makes its wait too long. */
export interface TierIssue {
  /** Index of the step. */
  step: number;
  control: WaitControl;
  issueType: typeof TIER_LIMIT_EXCEEDED;
  message: string;
}

/**
 * Steps whose delay or digest lasts longer than a plan's `waitDays`, as the editor shows them: on `amount` and `unit`, on
 * `cron`, or on `timed` where its days leave months out. A cron expression is refused when two of its next 50 fires, within
 * two years, lie too far apart.
 */
export function tierIssues(steps: readonly WaitingStep[], waitDays: number | null, now: Date): TierIssue[] {
  if (waitDays === null) return [];
  const ceilings = { delay: waitDays, digest: waitDays };
  return waitIssues(steps, { ceilings, now }).flatMap(({ step, controls }) =>
    controls.map((control): TierIssue => ({ step, control, ...exceeded(waitDays) })),
  );
}

interface ReachedWait {
  step: WaitingStep;
  overrides: TriggerOverrides | undefined;
  now: Date;
  dueAt: Date;
}

/**
 * Why a wait that begins now is longer than a plan allows; empty when it is not. Lengths in units count as they do in the
 * editor, everything else as it comes out. It becomes the `errors` of the step's failure.
 */
export function tierErrors(
  { step, overrides, now, dueAt }: ReachedWait,
  waitDays: number | null,
): Pick<TierIssue, "issueType" | "message">[] {
  if (waitDays === null) return [];
  const length = ownOrReplacedDuration(step, overrides) ?? { milliseconds: dueAt.getTime() - now.getTime() };
  return exceedsDays(length, waitDays) ? [exceeded(waitDays)] : [];
}

const exceeded = (waitDays: number) =>
  ({
    issueType: TIER_LIMIT_EXCEEDED,
    message: `The maximum delay allowed is ${waitDays} ${waitDays === 1 ? "day" : "days"}. Contact support to have it extended.`,
  }) as const;
