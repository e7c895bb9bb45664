import { OVERVIEW_PERIODS } from "../overview-periods.ts";

/** Lengths of the periods that analytics show, which end now. */
export const ANALYTICS_PERIODS = [...OVERVIEW_PERIODS, "90d"] as const;
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number];

/** Ends of a step of a run, as analytics count them. */
export const STEP_OUTCOMES = ["completed", "failed", "skipped", "merged", "waiting"] as const;

/** Outcomes that analytics count: runs that began, how their steps ended, and what became of messages. */
export const COUNTED_OUTCOMES = ["triggered", ...STEP_OUTCOMES, "delivered", "read", "clicked"] as const;
export type CountedOutcome = (typeof COUNTED_OUTCOMES)[number];

/** The numbers of each part of analytics: runs, messages that were delivered, steps that failed or were skipped, messages read and clicked. */
export const MEASURES = ["triggered", "delivered", "failed", "skipped", "read", "clicked"] as const;
export type Measure = (typeof MEASURES)[number];

/** Rows of each table of analytics. */
export const ANALYTICS_ROWS = 50;
