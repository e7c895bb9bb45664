import type { Integration, SecretSetting } from "#contract/integrations.ts";
import { decryptCredentials } from "#db/encryption.ts";
import type { IntegrationRow } from "#db/queries/integrations/integrations.ts";
import type { SecretsSet } from "#db/schema/integrations.ts";
import { addressOf, type ContextPaths } from "#domain/conditions/context-paths.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { findProvider, secretsOf } from "#providers/registry.ts";
import { reportUrlOf } from "#providers/reports/report-url.ts";
import { maskedLeaf } from "../services/integrations/stored-secrets.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** Secrets are shown as `nvsk.` and their last four characters: nobody reads them back. */
export const integrationView = (
  row: IntegrationRow,
  config: { publicUrl: string; contextPaths: ContextPaths; encryptionKey: Buffer },
  /** Of members who set secrets, by their ids. */
  names: ReadonlyMap<string, string>,
): Integration => ({
  ...ownedFields(row),
  name: row.name,
  identifier: row.identifier,
  providerId: row.providerId,
  channel: row.channel,
  credentials: masked(row, config.encryptionKey),
  secretsSet: Object.fromEntries(
    Object.entries(row.secretsSet).map(([key, setting]) => [key, settingOf(setting, names)]),
  ),
  active: row.active,
  primary: row.primary,
  priority: row.priority,
  conditions: row.conditions,
  retryInDoubt: row.retryInDoubt,
  pace: row.pace,
  ...(row.removeBranding !== null && { removeNovuBranding: row.removeBranding }),
  // Also where no vendor reaches it: whoever sets it up at a vendor sees why nothing comes.
  ...(findProvider(row.channel, row.providerId)?.readReports && {
    reportUrl: reportUrlOf({ reportsUrl: addressOf(config, "webhook"), encryptionKey: config.encryptionKey }, row),
  }),
  deleted: row.deletedAt !== null,
  ...datedFields(row),
});

/** When a secret or a value was set, and by whom. */
export function settingOf({ at, userId }: SecretsSet[string], names: ReadonlyMap<string, string>): SecretSetting {
  if (userId === null) return { at, by: "key", name: null };
  const name = names.get(userId);
  return name === undefined ? { at, by: "former_member", name: null } : { at, by: "member", name };
}

function masked({ channel, providerId, credentials }: IntegrationRow, key: Buffer): Record<string, unknown> {
  const isSecret = secretsOf(channel, providerId);
  return mapLeaves(decryptCredentials(credentials, key), (leaf, path) => (isSecret(path) ? maskedLeaf(leaf) : leaf));
}
