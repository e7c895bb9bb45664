import type { AlertRule } from "#contract/activity/alert-rules.ts";
import { DEVELOPMENT, organization } from "./fixtures.ts";

export const ALERT_RULE_ID = "00000000-0000-4000-8000-0000000000d1";

/** Tells somebody by mail and in Slack. */
export const anAlertRule = (more: Partial<AlertRule> = {}): AlertRule => ({
  _id: ALERT_RULE_ID,
  id: ALERT_RULE_ID,
  _environmentId: DEVELOPMENT,
  _organizationId: organization._id,
  name: "On call",
  events: ["failure_group.created", "failure_group.frequent"],
  frequency: { failures: 50, minutes: 5 },
  emails: ["on-call@example.com"],
  slackUrlEnd: "7fGh",
  active: true,
  lastRaisedAt: null,
  createdAt: "2026-01-04T10:00:00.000Z",
  updatedAt: "2026-01-04T10:00:00.000Z",
  ...more,
});
