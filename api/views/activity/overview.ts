import type { FailureReason, Overview, Trend } from "#contract/activity/overview.ts";
import { HOUR } from "#contract/constants/values/times.ts";
import { WAITING_KINDS } from "#contract/constants/waiting-kinds.ts";
import type { WaitingCount } from "#contract/waiting.ts";
import type { FailureCount } from "#db/queries/activity/overview-counts.ts";
import type { Failure } from "#db/queries/activity/read-failures.ts";
import type { FailingIntegration } from "#db/queries/integrations/failing-integrations.ts";
import { failureText } from "#domain/values/failure-text.ts";
import { moment } from "./digests.ts";

const PARTS_HOURS = { short: 1, long: 24 };
const FAILURE_GROUPS = 10;

interface Range {
  from: Date;
  until: Date;
  hours: number;
}

/** Sums the hours of a period in parts, and those of the period before it. Parts are not negative, whenever losses were noted. */
export function trendOf(counts: readonly { hour: number; count: number }[], { from, until, hours }: Range): Trend {
  const part = hours > 24 ? PARTS_HOURS.long : PARTS_HOURS.short;
  const sums = Array.from({ length: hours / part }, () => 0);
  let previous = 0;
  for (const { hour, count } of counts) {
    if (hour > until.getTime()) continue;
    const index = Math.floor((hour - from.getTime()) / (part * HOUR));
    if (index < 0) previous += count;
    else sums[index] = (sums[index] ?? 0) + count;
  }
  const series = sums.map((sum, index) => ({
    at: new Date(from.getTime() + index * part * HOUR).toISOString(),
    count: Math.max(sum, 0),
  }));
  return { count: series.reduce((sum, { count }) => sum + count, 0), previous: Math.max(previous, 0), series };
}

const groupKey = ({ reason, stepType, providerId }: Pick<FailureCount, "reason" | "stepType" | "providerId">): string =>
  `${reason}/${stepType}/${providerId}`;

/** The most frequent reasons, and the latest failure of each as far as it is among the given ones, which are newest first. */
export function failureGroups(counts: readonly FailureCount[], latest: readonly Failure[]): FailureReason[] {
  const groups = new Map<string, FailureCount>();
  for (const count of counts) {
    const known = groups.get(groupKey(count));
    groups.set(groupKey(count), { ...count, failures: count.failures + (known?.failures ?? 0) });
  }
  return [...groups]
    .sort(([, one], [, other]) => other.failures - one.failures)
    .slice(0, FAILURE_GROUPS)
    .map(([key, { reason, stepType, providerId, failures }]) => {
      const last = latest.find((failure) => groupKey(failure) === key);
      return {
        reason,
        text: failureText(reason, stepType),
        stepType,
        ...(providerId !== "" && { providerId }),
        count: failures,
        ...(last && { latest: { _notificationId: last.runId, text: last.text, at: moment(last.at) } }),
      };
    });
}

/** Sums what waits in the workflows, by kind. */
export function waitingKinds(counts: readonly WaitingCount[]): Overview["waiting"] {
  return WAITING_KINDS.map((kind) => {
    const ofKind = counts.filter((count) => count.kind === kind);
    const [nextDueAt] = ofKind.map(({ nextDueAt }) => nextDueAt).sort();
    return {
      kind,
      count: ofKind.reduce((sum, { count }) => sum + count, 0),
      isMore: ofKind.some(({ isMore }) => isMore),
      ...(nextDueAt !== undefined && { nextDueAt }),
    };
  });
}

export const integrationViews = (rows: readonly FailingIntegration[]): Overview["failingIntegrations"] =>
  rows.map(({ id, name, identifier, channel, providerId, since, message, coolsUntil }) => ({
    _id: id,
    name,
    identifier,
    channel,
    providerId,
    since: moment(since),
    error: message,
    retryAt: moment(coolsUntil),
  }));
