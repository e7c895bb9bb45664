import type { FailureGroupState, IgnoreRule } from "#contract/constants/activity/failure-groups.ts";
import { MINUTE } from "#contract/constants/values/times.ts";

/** The state of a group, and what its rule has counted so far. */
export interface GroupLife {
  state: FailureGroupState;
  /** When somebody resolved or ignored it, in milliseconds since 1970; null for one that nobody has. */
  stateAt: number | null;
  /** Of an ignored group. */
  rule: IgnoreRule | null;
  /** Failures since it was ignored, and those of the last minute that had any. */
  ignoredFailures: number;
  ignoredMinute: number | null;
  ignoredInMinute: number;
}

export const NEW_LIFE: GroupLife = {
  state: "open",
  stateAt: null,
  rule: null,
  ignoredFailures: 0,
  ignoredMinute: null,
  ignoredInMinute: 0,
};

/**
 * Returns the life of a group after further failures, oldest first, whose moments are in milliseconds since 1970, and which of them
 * brought the group back. What failed before somebody resolved or ignored the group, and is counted only now, does not.
 */
export function lifeAfter<Failure extends { at: number }>(
  life: GroupLife,
  failures: readonly Failure[],
): { life: GroupLife; cameBackWith?: Failure } {
  const { state, stateAt } = life;
  if (state === "open" || stateAt === null) return { life };
  const later = failures.filter(({ at }) => at > stateAt);
  if (state === "resolved") {
    const [first] = later;
    return first ? { life: NEW_LIFE, cameBackWith: first } : { life };
  }
  let ignored = life;
  for (const failure of later) {
    ignored = counted(ignored, failure.at);
    if (isOver(ignored, failure.at)) return { life: NEW_LIFE, cameBackWith: failure };
  }
  return { life: ignored };
}

function counted(life: GroupLife, at: number): GroupLife {
  const minute = Math.floor(at / MINUTE) * MINUTE;
  const isSame = minute === life.ignoredMinute;
  return {
    ...life,
    ignoredFailures: life.ignoredFailures + 1,
    ignoredMinute: minute,
    ignoredInMinute: isSame ? life.ignoredInMinute + 1 : 1,
  };
}

function isOver({ rule, ignoredFailures, ignoredInMinute }: GroupLife, at: number): boolean {
  if (rule === null) return true;
  if ("until" in rule) return at >= Date.parse(rule.until);
  if ("belowPerMinute" in rule) return ignoredInMinute >= rule.belowPerMinute;
  return ignoredFailures >= rule.afterMore;
}
