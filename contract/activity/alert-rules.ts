import { z } from "zod";
import {
  ALERT_EMAILS_MAX,
  ALERT_EVENTS,
  ALERT_FAILURES_MAX,
  ALERT_MINUTES_MAX,
  type AlertEvent,
} from "../constants/activity/alerts.ts";
import { HTTP_URL_MAX, NAME_MAX } from "../constants/limits.ts";
import { isWebAddress } from "../constants/values/web-address.ts";
import { KEY, MEMBER, READER } from "../schemas/access.ts";
import {
  data,
  dated,
  exactTextUpTo,
  example,
  filledText,
  Id,
  Moment,
  owned,
  wholeNumberUpTo,
} from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";
import { EmailAddress } from "../schemas/people.ts";

/* Who is told of errors, and of integrations that fail: docs/alerts.md. */

const frequency = z
  .strictObject({ failures: wholeNumberUpTo(ALERT_FAILURES_MAX), minutes: wholeNumberUpTo(ALERT_MINUTES_MAX) })
  .describe("For `failure_group.frequent`: so many failures of one group within so many minutes of the clock");

const distinct = <T>(values: T[]): T[] => [...new Set(values)];

const fields = {
  name: filledText(NAME_MAX),
  events: z
    .array(z.enum(ALERT_EVENTS, { error: `must be one of ${ALERT_EVENTS.join(", ")}` }))
    .min(1, { error: "must name at least one event" })
    .transform((events): AlertEvent[] => distinct(events)),
  frequency: frequency.nullable(),
  emails: z
    .array(EmailAddress)
    .max(ALERT_EMAILS_MAX, { error: `must contain no more than ${ALERT_EMAILS_MAX} addresses` })
    .transform((emails) => distinct(emails)),
  slackUrl: exactTextUpTo(HTTP_URL_MAX)
    .trim()
    .refine(isWebAddress, {
      error: "must be the address of an incoming webhook, such as https://hooks.slack.com/services/...",
    })
    .nullable()
    .describe("An incoming webhook of Slack, or of a server that takes the same. No answer shows it"),
  active: z.boolean({ error: "must be true or false" }),
};

export const FREQUENCY_MISSING =
  "say after how many failures within how many minutes, as events has failure_group.frequent";

export const CreateAlertRule = z
  .strictObject({
    ...fields,
    frequency: fields.frequency.default(null),
    emails: fields.emails.default([]),
    slackUrl: fields.slackUrl.default(null),
    active: fields.active.default(true),
  })
  .refine(({ events, frequency: given }) => given !== null || !events.includes("failure_group.frequent"), {
    path: ["frequency"],
    error: FREQUENCY_MISSING,
  })
  .meta(
    example({
      name: "On call",
      events: ["failure_group.created", "integration.failing"],
      emails: ["on-call@example.com"],
    }),
  );
export type CreateAlertRule = z.infer<typeof CreateAlertRule>;

/** Fields that are left out stay as they are. */
export const UpdateAlertRule = z
  .strictObject(fields)
  .partial()
  .meta(example({ active: false }));
export type UpdateAlertRule = z.infer<typeof UpdateAlertRule>;

export const AlertRule = z
  .object({
    ...owned(),
    name: z.string(),
    events: z.array(z.enum(ALERT_EVENTS)),
    frequency: frequency.nullable(),
    emails: z.array(z.string()),
    /** The end of the address of Slack's webhook, which is a secret; null where there is none. */
    slackUrlEnd: z.string().nullable(),
    active: z.boolean(),
    /** Null for a rule that has told nobody anything. */
    lastRaisedAt: Moment.nullable(),
    ...dated(),
  })
  .meta({ id: "AlertRule" });
export type AlertRule = z.infer<typeof AlertRule>;

/** The results of a test by destination. */
export const AlertTest = z.object({
  results: z.array(
    z.object({
      /** An address, or `slack`. */
      to: z.string(),
      /** Why it could not be told; absent where it was. */
      error: z.string().optional(),
    }),
  ),
});
export type AlertTest = z.infer<typeof AlertTest>;

const ByRule = z.object({ alertRuleId: Id });

export const alertRuleOperations = operations("alert-rules", {
  listAlertRules: {
    route: "GET /v1/alert-rules",
    client: "alertRules.list",
    summary: "List alert rules, oldest first",
    access: [KEY, READER],
    answer: { 200: data(z.array(AlertRule)) },
  },

  createAlertRule: {
    route: "POST /v1/alert-rules",
    client: "alertRules.create",
    summary: "Create an alert rule for errors and failing integrations, by email or Slack",
    access: [KEY, MEMBER],
    audit: "alert_rule.created",
    body: CreateAlertRule,
    answer: { 201: data(AlertRule) },
    failures: ["conflict", "unavailable"],
  },

  updateAlertRule: {
    route: "PATCH /v1/alert-rules/:alertRuleId",
    client: "alertRules.update",
    summary: "Update an alert rule; omitted fields stay",
    access: [KEY, MEMBER],
    audit: "alert_rule.updated",
    params: ByRule,
    body: UpdateAlertRule,
    answer: { 200: data(AlertRule) },
    failures: ["not_found", "unavailable"],
  },

  deleteAlertRule: {
    route: "DELETE /v1/alert-rules/:alertRuleId",
    client: "alertRules.delete",
    summary: "Delete an alert rule; its waiting alerts are not sent",
    access: [KEY, MEMBER],
    audit: "alert_rule.deleted",
    params: ByRule,
    answer: { 204: z.null() },
    failures: ["not_found"],
  },

  testAlertRule: {
    route: "POST /v1/alert-rules/:alertRuleId/test",
    client: "alertRules.test",
    summary: "Send a test alert to the destinations of a rule",
    access: [KEY, MEMBER],
    limit: "triggers",
    audit: "alert_rule.tested",
    params: ByRule,
    answer: { 200: data(AlertTest) },
    failures: ["not_found"],
  },
});
