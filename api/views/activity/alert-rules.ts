import type { AlertRule } from "#contract/activity/alert-rules.ts";
import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import { decrypt } from "#db/encryption.ts";
import type { AlertRuleRow } from "#db/queries/activity/alerts/alert-rules.ts";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import { datedFields, ownedFields } from "../fields.ts";

/** Returns a function that shows rules without their secrets. */
export const alertRuleView =
  (encryptionKey: Buffer) =>
  (row: AlertRuleRow): AlertRule => ({
    ...ownedFields(row),
    name: row.name,
    events: row.events,
    frequency: row.frequency,
    emails: row.emails,
    slackUrlEnd: row.slackUrl && maskedSecret(decrypt(row.slackUrl, encryptionKey)).slice(SECRET_PREFIX.length),
    active: row.active,
    lastRaisedAt: row.lastRaisedAt?.toISOString() ?? null,
    ...datedFields(row),
  });
