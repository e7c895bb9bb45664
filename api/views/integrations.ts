import { type Integration, SECRET_MASK } from "#contract/integrations.ts";
import { decryptCredentials } from "#db/encryption.ts";
import type { IntegrationRow } from "#db/queries/integrations/integrations.ts";
import { mapLeaves } from "#domain/map-leaves.ts";
import { findProvider, secretsOf } from "#providers/registry.ts";
import { reportUrlOf } from "#providers/report-url.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** With credentials in clear, for whoever manages the organisation: api-management.md section 14. */
export const integrationView = (
  row: IntegrationRow,
  { publicUrl, encryptionKey }: { publicUrl: string; encryptionKey: Buffer },
): Integration => ({
  ...maskedIntegrationView(row, publicUrl),
  credentials: decryptCredentials(row.credentials, encryptionKey),
});

/** The answer to a write: its caller knows the secrets. */
export const maskedIntegrationView = (row: IntegrationRow, publicUrl: string): Integration => ({
  ...ownedFields(row),
  name: row.name,
  identifier: row.identifier,
  providerId: row.providerId,
  channel: row.channel,
  credentials: masked(row),
  active: row.active,
  primary: row.primary,
  priority: row.priority,
  conditions: row.conditions,
  // Also where no vendor reaches it: whoever sets it up at a vendor sees why nothing comes.
  ...(findProvider(row.channel, row.providerId)?.readReports && { reportUrl: reportUrlOf(publicUrl, row) }),
  deleted: row.deletedAt !== null,
  ...datedFields(row),
});

function masked({ channel, providerId, credentials }: IntegrationRow): Record<string, unknown> {
  const isSecret = secretsOf(channel, providerId);
  return mapLeaves(credentials, (leaf, path) => (isSecret(path) && leaf !== null && leaf !== "" ? SECRET_MASK : leaf));
}
