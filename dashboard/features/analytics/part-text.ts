import type { AnalyticsPeriod } from "#contract/constants/activity/analytics.ts";

const FORMATS: Readonly<
  Record<AnalyticsPeriod, { short: Intl.DateTimeFormatOptions; long: Intl.DateTimeFormatOptions }>
> = {
  "24h": {
    short: { hour: "2-digit", minute: "2-digit" },
    long: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  },
  "7d": {
    short: { day: "numeric", month: "short" },
    long: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  },
  "30d": { short: { day: "numeric", month: "short" }, long: { weekday: "short", day: "numeric", month: "short" } },
  "90d": { short: { day: "numeric", month: "short" }, long: { weekday: "short", day: "numeric", month: "short" } },
};

/** Says when a part of a period begins: short at the axis of a chart, long in a table. */
export const partText = (at: string, period: AnalyticsPeriod, length: "short" | "long"): string =>
  new Intl.DateTimeFormat("en-GB", FORMATS[period][length]).format(new Date(at));

/** Names a part, as in "runs per hour". */
export const PART_NAMES: Readonly<Record<AnalyticsPeriod, string>> = {
  "24h": "hour",
  "7d": "six hours",
  "30d": "day",
  "90d": "day",
};
