import type { Analytics, FunnelStep, Measures } from "#contract/activity/analytics.ts";
import { ANALYTICS_ROWS, type CountedOutcome, MEASURES } from "#contract/constants/activity/analytics.ts";
import { CHANNELS, isChannel } from "#contract/constants/channels.ts";
import type { Part, PartCount } from "#db/queries/activity/analytics/read-counts.ts";
import type { NamedStep } from "#db/queries/activity/analytics/read-names.ts";
import { groupedBy } from "#domain/values/grouped-by.ts";

type Outcomes = Partial<Record<CountedOutcome, number>>;

const outcomesIn = (counts: readonly Pick<PartCount, "outcome" | "count">[]): Outcomes => {
  const sums: Outcomes = {};
  for (const { outcome, count } of counts) sums[outcome] = (sums[outcome] ?? 0) + count;
  return sums;
};

/** The measures of counts by outcome. */
export function measuresOf(counts: readonly Pick<PartCount, "outcome" | "count">[]): Measures {
  const outcomes = outcomesIn(counts);
  const { triggered = 0, delivered = 0, failed = 0, skipped = 0, read = 0, clicked = 0 } = outcomes;
  return { triggered, delivered, failed, skipped, read, clicked };
}

/** Groups the counts of a part by what they belong to, the largest first. */
function largest<Key>(
  counts: readonly PartCount[],
  part: Part,
  keyOf: (count: PartCount) => Key | null,
): { key: Key; measures: Measures }[] {
  const groups = groupedBy(
    counts.filter((count) => count.part === part),
    keyOf,
  );
  return [...groups]
    .flatMap(([key, group]) => (key === null ? [] : [{ key, measures: measuresOf(group) }]))
    .filter(({ measures }) => MEASURES.some((measure) => measures[measure] > 0))
    .sort((one, other) => sizeOf(other.measures) - sizeOf(one.measures))
    .slice(0, ANALYTICS_ROWS);
}

const sizeOf = ({ triggered, delivered, failed, skipped }: Measures): number =>
  triggered > 0 ? triggered : delivered + failed + skipped;

interface AnalyticsView
  extends Pick<Analytics, "totals" | "series" | "workflows" | "channels" | "providers" | "reasons"> {
  stepsIn(named: readonly NamedStep[]): FunnelStep[];
}

/** Puts the counts of a period together, whose parts begin at the given moments. */
export function analyticsView(
  counts: readonly PartCount[],
  { starts, until }: { starts: readonly Date[]; until: Date },
): AnalyticsView {
  const buckets = counts.filter(({ part }) => part === "bucket");
  const channels = largest(counts, "channel", ({ stepType }) => (stepType && isChannel(stepType) ? stepType : null));
  return {
    totals: measuresOf(buckets),
    series: seriesOf(buckets, starts, until),
    workflows: largest(counts, "workflow", ({ workflowId }) => workflowId).map(({ key, measures }) => ({
      _id: key,
      ...measures,
    })),
    channels: channels
      .sort((one, other) => CHANNELS.indexOf(one.key) - CHANNELS.indexOf(other.key))
      .map(({ key, measures: { triggered: _, ...measures } }) => ({ channel: key, ...measures })),
    providers: largest(counts, "provider", ({ providerId }) => providerId || null).map(
      ({ key, measures: { triggered: _, skipped: __, ...measures } }) => ({ providerId: key, ...measures }),
    ),
    reasons: reasonsOf(counts),
    stepsIn: (named) => stepsOf(counts, named),
  };
}

function seriesOf(buckets: readonly PartCount[], starts: readonly Date[], until: Date): Analytics["series"] {
  // The last part that begins before the bucket does: where the clock changes, the two may differ by an hour.
  const groups = groupedBy(buckets, ({ bucket }) => starts.findLastIndex((start) => start.getTime() <= (bucket ?? 0)));
  return starts.map((start, index) => ({
    at: start.toISOString(),
    until: (starts[index + 1] ?? until).toISOString(),
    ...measuresOf(groups.get(index) ?? []),
  }));
}

const reasonsOf = (counts: readonly PartCount[]): Analytics["reasons"] =>
  counts
    .flatMap(({ part, reason, outcome, count }) =>
      part === "reason" && reason && (outcome === "failed" || outcome === "skipped")
        ? [{ reason, outcome, count }]
        : [],
    )
    .sort((one, other) => other.count - one.count)
    .slice(0, ANALYTICS_ROWS);

/** The steps of a workflow in their order, and after them those that it does not have any more. */
function stepsOf(counts: readonly PartCount[], named: readonly NamedStep[]): FunnelStep[] {
  const ofSteps = counts.filter(({ part, stepType }) => part === "step" && stepType !== "trigger");
  const groups = groupedBy(ofSteps, ({ stepId }) => stepId ?? "");
  const known = named.map(({ stepId, name, type }) => funnelStep(stepId, type, groups.get(stepId) ?? [], name));
  const ids = new Set(named.map(({ stepId }) => stepId));
  const gone = [...groups].flatMap(([id, group]) => {
    const type = group[0]?.stepType;
    return ids.has(id) || !type ? [] : [funnelStep(id, type, group, null)];
  });
  return [...known, ...gone];
}

function funnelStep(
  id: string,
  type: FunnelStep["type"],
  counts: readonly PartCount[],
  name: string | null,
): FunnelStep {
  const { completed = 0, failed = 0, skipped = 0, merged = 0, waiting = 0, ...outcomes } = outcomesIn(counts);
  return {
    _id: id,
    ...(name !== null && { name }),
    type,
    reached: completed + failed + skipped + merged + waiting,
    completed,
    failed,
    skipped,
    merged,
    waiting,
    delivered: outcomes.delivered ?? 0,
    read: outcomes.read ?? 0,
    clicked: outcomes.clicked ?? 0,
  };
}
