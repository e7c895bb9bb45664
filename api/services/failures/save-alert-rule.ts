import { type CreateAlertRule, FREQUENCY_MISSING, type UpdateAlertRule } from "#contract/activity/alert-rules.ts";
import type { Database } from "#db/client.ts";
import { encrypt } from "#db/encryption.ts";
import {
  type AlertRuleRow,
  deleteAlertRule,
  insertAlertRule,
  lockAlertRule,
  updateAlertRule,
} from "#db/queries/activity/alerts/alert-rules.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";
import { type MailServices, requireMail } from "../people/account-mail.ts";

interface Services extends MailServices {
  config: MailServices["config"] & { encryptionKey: Buffer };
  db: Database;
}

/** Throws `conflict` when the environment has as many as it may have, and `unavailable` where addresses are given and no mails can be sent. */
export async function createAlertRule(
  services: Services,
  call: CallContext,
  rule: CreateAlertRule,
): Promise<AlertRuleRow> {
  if (rule.emails.length > 0) requireMail(services);
  const { db, config } = services;
  const slackUrl = rule.slackUrl && encrypt(rule.slackUrl, config.encryptionKey);
  return noted(
    db,
    call,
    { action: "alert_rule.created" },
    (transaction) => insertAlertRule(transaction, call.scope, { ...rule, slackUrl }),
    ({ id }) => id,
  );
}

/** Changes what is given. Throws `not_found`, `invalid_input` for a frequency that is missing, and `unavailable` as above. */
export async function changeAlertRule(
  services: Services,
  call: CallContext,
  id: string,
  given: UpdateAlertRule,
): Promise<AlertRuleRow> {
  if (given.emails?.length) requireMail(services);
  const { db, config } = services;
  return noted(db, call, { action: "alert_rule.updated", id }, async (transaction) => {
    const stored = await lockAlertRule(transaction, call.scope, id);
    const { name = stored.name, events = stored.events, frequency = stored.frequency, emails = stored.emails } = given;
    if (frequency === null && events.includes("failure_group.frequent")) {
      throw new DomainError("invalid_input", `frequency: ${FREQUENCY_MISSING}`);
    }
    const slackUrl = given.slackUrl ? encrypt(given.slackUrl, config.encryptionKey) : given.slackUrl;
    return updateAlertRule(transaction, call.scope, id, {
      name,
      events,
      frequency,
      emails,
      slackUrl: slackUrl === undefined ? stored.slackUrl : slackUrl,
      active: given.active ?? stored.active,
    });
  });
}

/** Throws `not_found`. */
export const removeAlertRule = async ({ db }: Pick<Services, "db">, call: CallContext, id: string): Promise<void> => {
  await noted(db, call, { action: "alert_rule.deleted", id }, (transaction) =>
    deleteAlertRule(transaction, call.scope, id),
  );
};
