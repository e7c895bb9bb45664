import { OVERVIEW_PERIODS, type OverviewPeriod } from "#contract/constants/overview-periods.ts";

/** Each period in words, for sentences such as "in the last 24 hours" and "than in the 24 hours before". */
export const PERIOD_TEXTS: Readonly<Record<OverviewPeriod, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

export const PERIOD_OPTIONS = OVERVIEW_PERIODS.map((id) => ({ id, text: PERIOD_TEXTS[id] }));
