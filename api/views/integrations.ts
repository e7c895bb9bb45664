import type { Integration } from "#contract/integrations.ts";
import { decryptCredentials } from "#db/encryption.ts";
import type { IntegrationRow } from "#db/queries/integrations/integrations.ts";
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
): Integration => ({
  ...ownedFields(row),
  name: row.name,
  identifier: row.identifier,
  providerId: row.providerId,
  channel: row.channel,
  credentials: masked(row, config.encryptionKey),
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

function masked({ channel, providerId, credentials }: IntegrationRow, key: Buffer): Record<string, unknown> {
  const isSecret = secretsOf(channel, providerId);
  return mapLeaves(decryptCredentials(credentials, key), (leaf, path) => (isSecret(path) ? maskedLeaf(leaf) : leaf));
}
