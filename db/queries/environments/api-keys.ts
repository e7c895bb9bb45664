import { and, asc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { ApiKeyType } from "#contract/constants/api-keys.ts";
import type { Permission } from "#contract/constants/permission-names.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { apiKeys } from "../../schema/accounts/api-keys.ts";
import { environments } from "../../schema/accounts/environments.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export interface KeyOwner {
  /** The key's own id. */
  id: string;
  type: ApiKeyType;
  organizationId: string;
  environmentId: string;
  userId: string;
  role: string;
  /** Of a role that the organisation made. */
  permissions: Permission[];
  lastUsedAt: Date | null;
  expireAt: Date | null;
}

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type NewApiKeyRow = typeof apiKeys.$inferInsert;

/** A key that was replaced stops working within this time on every process. */
const KEY_TTL_MS = 1_000;
const owners = new LRUCache<string, KeyOwner>({ max: 10_000, ttl: KEY_TTL_MS });

/** Returns the environment and the owner of an API key that has not expired, by its SHA-256 hash in hex. */
export async function findApiKey(db: Database, hash: string, now = new Date()): Promise<KeyOwner | undefined> {
  const owner = await findKeyOwner(db, hash);
  return owner && currentKey(owner, now);
}

/** The same also for a key that has expired and is not removed yet; cached, because every request needs it. */
export async function findKeyOwner(db: Database, hash: string): Promise<KeyOwner | undefined> {
  return owners.get(hash) ?? (await readApiKey(db, hash));
}

/** The key, unless it has expired. */
export const currentKey = (owner: KeyOwner, now: Date): KeyOwner | undefined =>
  owner.expireAt === null || owner.expireAt > now ? owner : undefined;

async function readApiKey(db: Database, hash: string): Promise<KeyOwner | undefined> {
  const [owner] = await db.$hot<
    (Omit<KeyOwner, "lastUsedAt" | "expireAt"> & Record<"lastUsedAt" | "expireAt", string | null>)[]
  >`
    select k.id, k.type, k.organization_id as "organizationId", k.environment_id as "environmentId", k.user_id as "userId", k.role,
      coalesce(r.permissions, '{}') as permissions, k.last_used_at as "lastUsedAt", k.expire_at as "expireAt"
    from api_keys k
    left join roles r on r.organization_id = k.organization_id and r.identifier = k.role
    where k.hash = ${hash}`;
  if (!owner) return undefined;
  const read = { ...owner, lastUsedAt: momentOf(owner.lastUsedAt), expireAt: momentOf(owner.expireAt) };
  owners.set(hash, read);
  return read;
}

/** Tagged statements read moments as texts. */
const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const live = new LRUCache<string, boolean>({ max: 10_000, ttl: KEY_TTL_MS });

/** Whether a key is there and has not expired, by its id; cached, because every request of a proven inbox session asks. */
export async function isApiKeyLive(db: Database, id: string): Promise<boolean> {
  const known = live.get(id);
  if (known !== undefined) return known;
  const rows = await db.$hot`select from api_keys where id = ${id} and coalesce(expire_at > now(), true)`;
  live.set(id, rows.length > 0);
  return rows.length > 0;
}

/** Has keys read again. Call it once a change of them is committed; other processes notice within `KEY_TTL_MS`. */
export const forgetApiKeys = (): void => {
  owners.clear();
  live.clear();
};

/** Stores when a key was used last. */
export async function updateLastUse(db: Database, { id }: KeyOwner, at: Date): Promise<void> {
  await db.$hot`update api_keys set last_used_at = ${at.toISOString()} where id = ${id}`;
}

const isCurrent = (now: Date | SQL) => or(isNull(apiKeys.expireAt), gt(apiKeys.expireAt, now));
const ofEnvironment = (environmentId: string) =>
  and(eq(apiKeys.environmentId, environmentId), eq(apiKeys.type, "environment"));

/** Keeps others from changing the keys of an environment until the transaction ends. Throws `not_found` once it is deleted. */
export async function lockApiKeys(transaction: Transaction, { environmentId }: Scope): Promise<void> {
  const held = await transaction
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, environmentId), isNull(environments.deletedAt)))
    .for("no key update");
  if (held.length === 0) throw notFound(`Environment ${environmentId} does not exist any more`);
}

export async function insertApiKey(transaction: Transaction, key: NewApiKeyRow): Promise<ApiKeyRow> {
  const [row] = await transaction.insert(apiKeys).values(key).returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** Puts one key in the place of all keys of the environment, under {@link lockApiKeys}. */
export async function replaceApiKeys(
  transaction: Transaction,
  scope: Scope,
  key: Pick<NewApiKeyRow, "userId" | "hash" | "encryptedKey" | "keyEnd">,
): Promise<ApiKeyRow> {
  const { organizationId, environmentId } = scope;
  await transaction.delete(apiKeys).where(ofEnvironment(environmentId));
  return insertApiKey(transaction, { organizationId, environmentId, ...key });
}

/** Whether a key was used, or one whose place it took. */
const isLineUsed = sql`exists (
  select from api_keys line where line.environment_id = ${apiKeys.environmentId} and line.rolled_since = ${apiKeys.rolledSince}
    and line.last_used_at is not null)`;

/** A key of an environment, encrypted: what signs for it. */
export type SigningKey = ApiKeyRow & { encryptedKey: string };

/**
 * The environment's keys that have not expired, the one that signs first, still encrypted: the oldest that somebody has used, as nobody
 * may have seen the others, such as the first one of a new organisation. A rolled key counts as used where the one before it was.
 */
export async function listApiKeys(db: Executor, scope: Pick<Scope, "environmentId">): Promise<SigningKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(and(ofEnvironment(scope.environmentId), isCurrent(new Date())))
    .orderBy(sql`not ${isLineUsed}`, asc(apiKeys.rolledSince), asc(apiKeys.createdAt));
  return rows.filter((row): row is SigningKey => row.encryptedKey !== null);
}

/** All keys of an organisation that have not expired, by environment and age: organisation keys among those of Development. */
export function listOrganizationApiKeys(db: Executor, organizationId: string): Promise<ApiKeyRow[]> {
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), isCurrent(new Date())))
    .orderBy(asc(apiKeys.rolledSince), asc(apiKeys.createdAt));
}

export async function findApiKeyById(db: Executor, organizationId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id), isCurrent(new Date())));
  return row;
}

export async function updateApiKey(
  transaction: Transaction,
  id: string,
  changes: Partial<Pick<ApiKeyRow, "name" | "expireAt" | "replacedById">>,
): Promise<void> {
  await transaction.update(apiKeys).set(changes).where(eq(apiKeys.id, id));
}

export async function deleteApiKey(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(apiKeys).where(eq(apiKeys.id, id));
}

/** Ends the keys of one person in an organisation. Returns them. */
export const deleteApiKeysOf = (
  transaction: Transaction,
  organizationId: string,
  userId: string,
): Promise<ApiKeyRow[]> =>
  transaction
    .delete(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.userId, userId)))
    .returning();

/** Makes the API keys of one person those of another one. Returns them. */
export const passApiKeys = (
  transaction: Transaction,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<ApiKeyRow[]> =>
  transaction
    .update(apiKeys)
    .set({ userId: to })
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.userId, from)))
    .returning();

/** Whether a key has a role that an organisation made. */
export async function isRoleOfKey(db: Executor, organizationId: string, role: string): Promise<boolean> {
  const rows = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.role, role), isCurrent(sql`now()`)))
    .limit(1);
  return rows.length > 0;
}
