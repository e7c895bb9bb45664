import { ALERT_LINES_MAX, type AlertEvent, SLACK } from "#contract/constants/activity/alerts.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { QueuedAlert } from "#db/schema/accounts/account-mails.ts";
import { storableJson } from "#db/storable.ts";
import type { RareTransaction } from "#db/transaction.ts";
import { storeWebhooksBy } from "../../webhooks/store-webhooks.ts";

/** Something that rules may tell of. */
export interface Alert {
  event: AlertEvent;
  /** The rules that it concerns, by their ids; all that have the event where they are absent. */
  ruleIds?: readonly string[];
  /** One sentence, which names no subscriber. */
  text: string;
  /** A path of the dashboard. */
  path: string;
  /** Of the event `alert.raised`. */
  data: Record<string, unknown>;
}

interface Rule {
  id: string;
  name: string;
  events: AlertEvent[];
  emails: string[];
  hasSlack: boolean;
  environment: string;
}

/** Alerts are tried for so long. */
const ALERT_TRIED_MS = DAY;

/**
 * Stores what the active rules of an environment tell of, in the transaction that finds it out: an alert for each destination of a rule, and an
 * event for webhook endpoints. What is found at once is one alert.
 */
export async function raiseAlerts(
  sql: RareTransaction,
  environmentId: string,
  alerts: readonly Alert[],
): Promise<void> {
  if (alerts.length === 0) return;
  const rules = await sql<Rule[]>`
    select r.id, r.name, r.events, r.emails, r.slack_url is not null as "hasSlack", e.name as environment
    from alert_rules r join environments e on e.id = r.environment_id
    where r.environment_id = ${environmentId} and r.active and r.events && ${alerts.map(({ event }) => event)}::text[]
    order by r.id`;
  const raised = rules.flatMap((rule) => {
    const own = alerts.filter(({ event, ruleIds }) => ruleIds?.includes(rule.id) ?? rule.events.includes(event));
    return own.length > 0 ? [{ rule, own }] : [];
  });
  if (raised.length === 0) return;
  const now = new Date();
  const queued = raised.flatMap(({ rule, own }) => queuedOf(rule, own));
  await sql`
    insert into account_mails (alert, due_at, expire_at)
    select alert, ${now.toISOString()}, ${new Date(now.getTime() + ALERT_TRIED_MS).toISOString()}
    from jsonb_array_elements(${storableJson(queued)}::text::jsonb) as q (alert)`;
  await sql`
    update alert_rules set last_raised_at = ${now.toISOString()} where id = any(${raised.map(({ rule }) => rule.id)}::uuid[])`;
  const events = raised.flatMap(({ rule, own }) =>
    own.map(({ event, text, data }) => ({
      type: "alert.raised" as const,
      data: { alertRuleId: rule.id, name: rule.name, event, text, ...data },
    })),
  );
  await storeWebhooksBy(sql, environmentId, events);
}

function queuedOf({ id, emails, hasSlack, environment }: Rule, alerts: readonly Alert[]): QueuedAlert[] {
  const [first, ...others] = alerts;
  if (!first) return [];
  const left = alerts.length - ALERT_LINES_MAX;
  const alert = {
    ruleId: id,
    subject: `${environment}: ${first.text}${others.length > 0 ? `, and ${others.length} more` : ""}`,
    sentences: [
      ...alerts.slice(0, ALERT_LINES_MAX).map(({ text }) => text),
      ...(left > 0 ? [`And ${left} more.`] : []),
    ],
    // One of several is no more worth a look than the others.
    path: others.length > 0 ? "/activity/errors" : first.path,
  };
  return [...emails, ...(hasSlack ? [SLACK] : [])].map((to) => ({ ...alert, to }));
}
