import { SLACK } from "#contract/constants/activity/alerts.ts";
import type { Database } from "#db/client.ts";
import { decrypt } from "#db/encryption.ts";
import type { AlertRuleRow } from "#db/queries/activity/alerts/alert-rules.ts";
import type { QueuedAlert } from "#db/schema/accounts/account-mails.ts";
import { addressOf } from "#domain/conditions/context-paths.ts";
import type { Http } from "#providers/http/http.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { CallContext } from "../../caller.ts";
import { note } from "../audit.ts";
import { type MailServices, sendMail } from "../people/account-mail.ts";

/** Needed to tell somebody of an alert. */
export interface AlertServices extends MailServices {
  config: MailServices["config"] & { encryptionKey: Buffer };
  /** Guarded: calls addresses that members chose. */
  http: Http;
}

type Notified = Pick<AlertRuleRow, "name" | "emails" | "slackUrl">;
type Alert = Omit<QueuedAlert, "ruleId">;

/** Tells one destination of a rule. Says nothing to one that the rule has no more. Throws ProviderError. */
export async function sendAlert(services: AlertServices, rule: Notified, alert: Alert): Promise<void> {
  const { config } = services;
  const why = `You get this because of the alert rule "${rule.name}".`;
  if (alert.to === SLACK) {
    if (rule.slackUrl === null) return;
    const link = `<${addressOf(config, "web", alert.path)}|Open the dashboard>`;
    const [, ...others] = alert.sentences;
    const text = [alert.subject, ...others].map(escapeSlack).concat(link).join("\n");
    await services.http.post(decrypt(rule.slackUrl, config.encryptionKey), { json: { text } });
  } else if (rule.emails.includes(alert.to)) {
    const link = { path: alert.path, label: "Open the dashboard" };
    await sendMail(services, { to: alert.to, subject: alert.subject, sentences: [...alert.sentences, why], link });
  }
}

// https://docs.slack.dev/messaging/formatting-message-text#escaping
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeSlack = (text: string): string => text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? "");

/** Tells every destination of a rule that this is a test. Returns what became of each; a refusal is one. */
export async function testAlertRule(
  services: AlertServices & { db: Database },
  call: CallContext,
  rule: AlertRuleRow,
): Promise<{ to: string; error?: string }[]> {
  const { id, name } = rule;
  await note(services.db, call, { action: "alert_rule.tested", id, name });
  const text = `This is a test of the alert rule "${name}". Nothing is wrong.`;
  const destinations = [...rule.emails, ...(rule.slackUrl === null ? [] : [SLACK])];
  return Promise.all(
    destinations.map(async (to) => {
      try {
        await sendAlert(services, rule, { to, subject: text, sentences: [text], path: "/activity/alerts" });
        return { to };
      } catch (error) {
        if (error instanceof ProviderError) return { to, error: error.message };
        throw error;
      }
    }),
  );
}
