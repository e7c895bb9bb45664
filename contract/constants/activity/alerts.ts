/** Names the events of which alert rules tell. */
export const ALERT_EVENTS = [
  "failure_group.created",
  "failure_group.reopened",
  "failure_group.frequent",
  "integration.failing",
  "integration.recovered",
] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

/** Stands for Slack where destinations are named. */
export const SLACK = "slack";

/** Rules of one environment. */
export const ALERT_RULES_MAX = 20;
export const ALERT_EMAILS_MAX = 10;
export const ALERT_FAILURES_MAX = 100_000;
/** The longest time within which failures of a group are counted for a rule. */
export const ALERT_MINUTES_MAX = 60;
/** Seconds for which an integration has to fail, or to have stopped failing, before anybody is told. */
export const HEALTH_ALERT_AFTER_SECONDS = 60;
/** Lines of one alert, which says how many more there are. */
export const ALERT_LINES_MAX = 10;
