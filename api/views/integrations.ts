import { SECRET_CREDENTIALS } from "#contract/constants/provider-ids.ts";
import { type Integration, SECRET_MASK } from "#contract/integrations.ts";
import { decryptCredentials } from "#db/encryption.ts";
import type { IntegrationRow } from "#db/queries/integrations/integrations.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** With credentials in clear, for whoever manages the organisation: api-management.md section 14. */
export const integrationView = (row: IntegrationRow, key: Buffer): Integration => ({
  ...maskedIntegrationView(row),
  credentials: decryptCredentials(row.credentials, key),
});

/** The answer to a write: its caller knows the secrets. */
export const maskedIntegrationView = (row: IntegrationRow): Integration => ({
  ...ownedFields(row),
  name: row.name,
  identifier: row.identifier,
  providerId: row.providerId,
  channel: row.channel,
  credentials: masked(row.credentials),
  active: row.active,
  primary: row.primary,
  priority: row.priority,
  conditions: row.conditions,
  deleted: row.deletedAt !== null,
  ...datedFields(row),
});

function masked(credentials: Record<string, unknown>): Record<string, unknown> {
  const shown = { ...credentials };
  for (const field of SECRET_CREDENTIALS) if (shown[field]) shown[field] = SECRET_MASK;
  return shown;
}
