import { asc, eq } from "drizzle-orm";
import type { Database } from "../client.ts";
import { prepared } from "../prepared.ts";
import { apiKeys } from "../schema/api-keys.ts";
import type { Scope } from "../scope.ts";

/** The key behind a SHA-256 hash in hex: what a request is authenticated by. */
export async function findApiKey(db: Database, hash: string) {
  const [row] = await prepared(db)
    .select({ organizationId: apiKeys.organizationId, environmentId: apiKeys.environmentId, userId: apiKeys.userId })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hash));
  return row;
}

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** The environment's keys, oldest first, still encrypted. */
export function listApiKeys(db: Database, scope: Scope): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.environmentId, scope.environmentId))
    .orderBy(asc(apiKeys.createdAt));
}

/** The keys of all environments of an organisation, oldest first, still encrypted. */
export function listOrganizationApiKeys(db: Database, organizationId: string): Promise<ApiKeyRow[]> {
  return db.select().from(apiKeys).where(eq(apiKeys.organizationId, organizationId)).orderBy(asc(apiKeys.createdAt));
}
