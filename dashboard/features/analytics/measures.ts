import { ANALYTICS_PERIODS, type AnalyticsPeriod, type Measure } from "#contract/constants/activity/analytics.ts";

const PERIOD_TEXTS: Readonly<Record<AnalyticsPeriod, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
};
export const PERIOD_OPTIONS = ANALYTICS_PERIODS.map((id) => ({ id, text: PERIOD_TEXTS[id] }));

/** Names of what is counted, for tiles and columns, and what a single one is. */
export const MEASURE_TEXTS: Readonly<Record<Measure, { name: string; about: string; fill: string }>> = {
  triggered: { name: "Triggered", about: "Runs that began", fill: "fill-accent" },
  delivered: { name: "Delivered", about: "Messages on all channels", fill: "fill-success" },
  failed: { name: "Failed", about: "Steps that failed", fill: "fill-danger" },
  skipped: { name: "Skipped", about: "Steps that were left out", fill: "fill-muted" },
  read: { name: "Read", about: "Read in an inbox, or opened", fill: "fill-info" },
  clicked: { name: "Clicked", about: "A button or link was used", fill: "fill-info" },
};
