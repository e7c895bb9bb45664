/** Lengths of the periods that overviews count, which end now. */
export const OVERVIEW_PERIODS = ["24h", "7d", "30d"] as const;
export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number];
