import type { Config } from "#config.ts";
import type { Database } from "#db/client.ts";
import { listOrganizationApiKeys } from "#db/queries/environments/api-keys.ts";
import { countMembers } from "#db/queries/organizations/invitations.ts";
import { isSignedWithKey } from "../api-keys/api-key-signature.ts";

interface Services {
  db: Database;
  config: Pick<Config, "encryptionKey">;
}

/**
 * Whether a workflow should ask somebody to invite colleagues: nobody else belongs to the organisation, and nobody was invited. The
 * call comes from a webhook condition of one of its workflows, which signs the id of its environment with an API key of
 * it. Undefined when none of the organisation's environments signed it.
 */
export async function needsInvitations(
  { db, config: { encryptionKey } }: Services,
  organizationId: string,
  signature: string,
): Promise<boolean | undefined> {
  const keys = await listOrganizationApiKeys(db, organizationId);
  const isSigned = keys.some(
    ({ environmentId, encryptedKey }) =>
      encryptedKey !== null && isSignedWithKey(environmentId, signature, { encryptedKey, encryptionKey }),
  );
  if (!isSigned) return undefined;
  return (await countMembers(db, organizationId)) <= 1;
}
