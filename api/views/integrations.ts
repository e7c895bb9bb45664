import type { Integration } from "#contract/integrations.ts";
import { decryptCredentials } from "#db/encryption.ts";
import type { IntegrationRow } from "#db/queries/integrations/integrations.ts";
import { mapLeaves } from "#domain/map-leaves.ts";
import { secretsOf } from "#providers/registry.ts";
import { maskedLeaf } from "../services/stored-secrets.ts";
import { datedFields, ownedFields } from "./fields.ts";

/** Secrets are shown as `nvsk.` and their last four characters: nobody reads them back. */
export const integrationView = (row: IntegrationRow, key: Buffer): Integration => ({
  ...ownedFields(row),
  name: row.name,
  identifier: row.identifier,
  providerId: row.providerId,
  channel: row.channel,
  credentials: masked(row, key),
  active: row.active,
  primary: row.primary,
  priority: row.priority,
  conditions: row.conditions,
  deleted: row.deletedAt !== null,
  ...datedFields(row),
});

function masked({ channel, providerId, credentials }: IntegrationRow, key: Buffer): Record<string, unknown> {
  const isSecret = secretsOf(channel, providerId);
  return mapLeaves(decryptCredentials(credentials, key), (leaf, path) => (isSecret(path) ? maskedLeaf(leaf) : leaf));
}
