import { and, asc, eq, isNull } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { apiKeys } from "../../schema/api-keys.ts";
import { environments } from "../../schema/environments.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export interface KeyOwner {
  /** The key's own id. */
  id: string;
  organizationId: string;
  environmentId: string;
  userId: string;
}

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** A key that was replaced stops working within this time on every process. */
const KEY_TTL_MS = 1_000;
const owners = new LRUCache<string, KeyOwner>({ max: 10_000, ttl: KEY_TTL_MS });

/** Returns the environment and the owner of an API key, by its SHA-256 hash in hex; cached, because every request needs it. */
export async function findApiKey(db: Database, hash: string): Promise<KeyOwner | undefined> {
  const known = owners.get(hash);
  if (known) return known;
  const [owner] = await db.$hot<KeyOwner[]>`
    select id, organization_id as "organizationId", environment_id as "environmentId", user_id as "userId"
    from api_keys where hash = ${hash}`;
  if (owner) owners.set(hash, owner);
  return owner;
}

/** Has keys read again. Call it once a change of them is committed; other processes notice within `KEY_TTL_MS`. */
export const forgetApiKeys = (): void => owners.clear();

/** Puts one key in the place of all keys of the environment. Of several at once, the last one's key stays. */
export async function replaceApiKeys(
  transaction: Transaction,
  scope: Scope,
  key: Pick<ApiKeyRow, "userId" | "hash" | "encryptedKey">,
): Promise<ApiKeyRow> {
  const { organizationId, environmentId } = scope;
  const held = await transaction
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, environmentId), isNull(environments.deletedAt)))
    .for("no key update");
  if (held.length === 0) throw notFound(`Environment ${environmentId} does not exist any more`);
  await transaction.delete(apiKeys).where(eq(apiKeys.environmentId, environmentId));
  const [row] = await transaction
    .insert(apiKeys)
    .values({ organizationId, environmentId, ...key })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** The environment's keys, oldest first, still encrypted. */
export function listApiKeys(db: Executor, scope: Scope): Promise<ApiKeyRow[]> {
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
