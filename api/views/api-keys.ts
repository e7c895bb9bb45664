import type { ApiKey } from "#contract/accounts/api-keys.ts";
import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import type { ApiKeyRow } from "#db/queries/environments/api-keys.ts";

/** A key by its end, or with it in clear where it is shown once. */
export const apiKeyView = (row: ApiKeyRow, key = SECRET_PREFIX + row.keyEnd): ApiKey => ({
  _id: row.id,
  id: row.id,
  type: row.type,
  name: row.name,
  role: row.role,
  key,
  _userId: row.userId,
  _environmentId: row.environmentId,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expireAt: row.expireAt?.toISOString() ?? null,
});
