import { ALERT_MINUTES_MAX } from "#contract/constants/activity/alerts.ts";
import { MINUTE } from "#contract/constants/values/times.ts";

/** Failures by minutes, as far as rules have to know them. Minutes are counted since 1970. */
export interface Frequency {
  /** The last hour's minutes with failures, oldest first. */
  minutes: [minute: number, failures: number][];
  /** The last minute at which there were enough failures for a rule, by its id. */
  reached: Record<string, number>;
}

/** Tells of so many failures within so many minutes of the clock. */
export interface FrequencyRule {
  id: string;
  failures: number;
  minutes: number;
}

/**
 * Adds failures, whose moments are in milliseconds since 1970, oldest first. `raised` are the rules for which there are enough of them now, and
 * were not for as long as the rule looks back: a cause that goes on is told of once.
 */
export function frequencyAfter(
  before: Frequency | null,
  moments: readonly number[],
  rules: readonly FrequencyRule[],
): { frequency: Frequency; raised: string[] } {
  const counts = new Map(before?.minutes);
  const reached = new Map(Object.entries(before?.reached ?? {}));
  const raised = new Set<string>();
  for (const moment of moments) {
    const minute = Math.floor(moment / MINUTE);
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
    for (const rule of rules) {
      if (within(counts, minute, rule.minutes) < rule.failures) continue;
      const last = reached.get(rule.id);
      if (last === undefined || minute - last > rule.minutes) raised.add(rule.id);
      reached.set(rule.id, Math.max(minute, last ?? minute));
    }
  }
  const latest = Math.max(...counts.keys());
  const kept = [...counts]
    .filter(([minute]) => minute > latest - ALERT_MINUTES_MAX)
    .sort(([one], [other]) => one - other);
  const known = rules.flatMap(({ id }) => {
    const at = reached.get(id);
    return at === undefined ? [] : [[id, at] as const];
  });
  return { frequency: { minutes: kept, reached: Object.fromEntries(known) }, raised: [...raised] };
}

function within(counts: ReadonlyMap<number, number>, minute: number, minutes: number): number {
  let sum = 0;
  for (let at = minute - minutes + 1; at <= minute; at += 1) sum += counts.get(at) ?? 0;
  return sum;
}
