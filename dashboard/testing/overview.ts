import type { Overview, Trend } from "#contract/activity/overview.ts";

const FROM = Date.UTC(2026, 0, 4, 10);
const NONE = { count: 0, isMore: false };
const HOUR_MS = 3_600_000;

/** A number of 24 hours that was reached in the last of them. */
export const aTrend = (count = 0, previous = 0): Trend => ({
  count,
  previous,
  series: Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(FROM + hour * HOUR_MS).toISOString(),
    count: hour === 23 ? count : 0,
  })),
});

/** The overview of an environment in which nothing has happened yet. */
export const anOverview = (change: Partial<Overview> = {}): Overview => ({
  period: "24h",
  from: new Date(FROM).toISOString(),
  until: new Date(FROM + 24 * HOUR_MS).toISOString(),
  triggered: aTrend(),
  delivered: aTrend(),
  failed: aTrend(),
  failures: [],
  waiting: [],
  failingIntegrations: [],
  pendingChanges: NONE,
  waitingPublications: NONE,
  failureGroups: { open: NONE, new: NONE },
  openPauses: NONE,
  suppressed: { period: NONE, previous: NONE },
  ...change,
});
