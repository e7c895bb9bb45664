import type { AlertRule } from "#contract/activity/alert-rules.ts";
import { ALERT_EVENTS, type AlertEvent } from "#contract/constants/activity/alerts.ts";
import { countText } from "#dashboard/components/display/count-text.ts";

/** The events of rules, as choices. */
export const EVENT_TEXTS: Readonly<Record<AlertEvent, string>> = {
  "failure_group.created": "A new error",
  "failure_group.reopened": "An error that is back",
  "failure_group.frequent": "Many failures in a short time",
  "integration.failing": "An integration that fails",
  "integration.recovered": "An integration that has stopped failing",
};

/** Returns what a rule tells of, in the order of the choices. */
export const eventTexts = ({ events, frequency }: Pick<AlertRule, "events" | "frequency">): string[] =>
  ALERT_EVENTS.filter((event) => events.includes(event)).map((event) =>
    event === "failure_group.frequent" && frequency ? frequencyText(frequency) : EVENT_TEXTS[event],
  );

const frequencyText = ({ failures, minutes }: NonNullable<AlertRule["frequency"]>): string =>
  `${countText(failures, "failure")} within ${countText(minutes, "minute")}`;

/** Returns whom a rule tells. */
export function destinationTexts({ emails, slackUrlEnd }: Pick<AlertRule, "emails" | "slackUrlEnd">): string[] {
  const all = [...emails, ...(slackUrlEnd === null ? [] : [`Slack, …${slackUrlEnd}`])];
  return all.length > 0 ? all : ["Webhook endpoints only"];
}
