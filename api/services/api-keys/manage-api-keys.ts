import type { Config } from "#config.ts";
import type { CreateApiKey } from "#contract/accounts/api-keys.ts";
import { type ApiKeyType, KEYS_MAX } from "#contract/constants/api-keys.ts";
import { HOUR } from "#contract/constants/values/times.ts";
import { newApiKey } from "#db/api-key.ts";
import type { Database } from "#db/client.ts";
import { publish } from "#db/notify.ts";
import {
  type ApiKeyRow,
  deleteApiKey,
  findApiKeyById,
  forgetApiKeys,
  insertApiKey,
  listApiKeys,
  listOrganizationApiKeys,
  lockApiKeys,
  replaceApiKeys,
  updateApiKey,
} from "#db/queries/environments/api-keys.ts";
import { findEnvironment, listEnvironments } from "#db/queries/environments/environments.ts";
import { lockMembership } from "#db/queries/organizations/members.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { AuthoredCall, OrganizationCall } from "../../caller.ts";
import { note } from "../audit.ts";
import { requireGivable } from "../members/role-grants.ts";
import { reaches, requireReach } from "../reach.ts";

interface Services {
  db: Database;
  config: Pick<Config, "encryptionKey">;
}

/** A key in clear, as it is shown once. */
export interface ShownKey {
  row: ApiKeyRow;
  key: string;
}

/** Lists the keys that a caller may see, and notes that they were read. */
export async function readApiKeys(db: Database, call: OrganizationCall): Promise<ApiKeyRow[]> {
  const keys = await listOrganizationApiKeys(db, call.scope.organizationId);
  await note(db, call, { action: "api_key.read" });
  return keys.filter((key) => isSeen(call, key));
}

const isSeen = ({ caller }: OrganizationCall, { type, environmentId }: ApiKeyRow): boolean =>
  type === "environment" ? reaches(caller, environmentId) : caller.kind === "member" || caller.type === "organization";

/** Replaces all keys of the environment by a new one of the caller's, in the transaction that ends the old ones. */
export async function regenerateApiKeys({ db, config }: Services, call: AuthoredCall): Promise<ShownKey> {
  const { scope, caller } = call;
  await requireGivable(db, call, "admin");
  const { key, ...stored } = newApiKey(config.encryptionKey);
  const row = await db.transaction(async (transaction) => {
    await lockApiKeys(transaction, scope);
    const old = await listApiKeys(transaction, scope);
    const replaced = await replaceApiKeys(transaction, scope, { userId: caller.userId, ...stored });
    const before = { keys: old.map(({ encryptedKey }) => encryptedKey) };
    const after = { keys: [stored.encryptedKey] };
    await note(transaction, call, { action: "api_key.replaced", id: replaced.id, name: replaced.name, before, after });
    return replaced;
  });
  await keysChanged(db, scope.environmentId);
  return { row, key };
}

/** Has processes read keys again. What an ended key has proven ends with it: inboxes are closed at once, where the message arrives. */
async function keysChanged(db: Database, environmentId: string): Promise<void> {
  forgetApiKeys();
  await publish(db, [{ kind: "proofDemanded", environmentId }]).catch(() => undefined);
}

/**
 * Creates a key. Throws `invalid_input` for an unknown role and a moment that is over, `forbidden` for a role of more permissions than the
 * caller's and an environment that the caller does not reach, `not_found` for an unknown one, and `conflict` when there are too many.
 */
export async function createApiKey(
  { db, config }: Services,
  call: OrganizationCall,
  { _environmentId, expireAt: expiry, ...given }: CreateApiKey,
): Promise<ShownKey> {
  const { scope, caller } = call;
  const { organizationId } = scope;
  const expireAt = expiry === undefined ? null : new Date(expiry);
  if (expireAt && expireAt.getTime() <= Date.now()) {
    throw new DomainError("invalid_input", ["expireAt must be in the future"]);
  }
  const environmentId = await environmentFor(db, call, given.type, _environmentId);
  const { key, ...stored } = newApiKey(config.encryptionKey);
  const row = await db.transaction(async (transaction) => {
    // Roles are changed and deleted under the same lock.
    await lockMembership(transaction, organizationId);
    await requireGivable(transaction, call, given.role);
    await lockApiKeys(transaction, { organizationId, environmentId });
    await requireRoom(transaction, { organizationId, environmentId, type: given.type });
    const owner = { organizationId, environmentId, userId: caller.userId };
    const created = await insertApiKey(transaction, { ...given, ...owner, ...storedOf(given.type, stored), expireAt });
    await note(transaction, call, { action: "api_key.created", ...keyEntry(created), after: stateOf(created) });
    return created;
  });
  return { row, key };
}

/** An organisation key signs for no environment, so nothing keeps it in a form that can be read again. */
const storedOf = <Stored extends { encryptedKey: string }>(type: ApiKeyType, stored: Stored) => ({
  ...stored,
  encryptedKey: type === "organization" ? null : stored.encryptedKey,
});

/** The environment of a new key: that of an organisation key is Development. */
async function environmentFor(
  db: Database,
  { scope, caller }: OrganizationCall & { scope: { environmentId?: string } },
  type: CreateApiKey["type"],
  given: string | undefined,
): Promise<string> {
  const { organizationId } = scope;
  if (type === "organization") {
    if (caller.kind === "key" && caller.type !== "organization") {
      throw new DomainError(
        "forbidden",
        "A key of an environment makes no organization key: sign in, or use an organization key",
      );
    }
    if (given !== undefined) {
      throw new DomainError("invalid_input", ["_environmentId is for keys of an environment: leave it out"]);
    }
    const environments = await listEnvironments(db, organizationId);
    const development = environments.find(({ id }) => environments.some(({ parentId }) => parentId === id));
    if (development) return development.id;
  }
  const environmentId = given ?? scope.environmentId;
  if (environmentId === undefined) {
    throw new DomainError("invalid_input", ["_environmentId should not be empty"]);
  }
  requireReach(caller, environmentId);
  if (await findEnvironment(db, organizationId, environmentId)) return environmentId;
  throw notFound(`No environment with id ${environmentId} exists in this organization`);
}

async function requireRoom(
  transaction: Transaction,
  { organizationId, environmentId, type }: Pick<ApiKeyRow, "organizationId" | "environmentId" | "type">,
): Promise<void> {
  const keys = await listOrganizationApiKeys(transaction, organizationId);
  const beside = keys.filter((key) => key.type === type && key.environmentId === environmentId);
  if (beside.length < KEYS_MAX) return;
  throw new DomainError("conflict", `There are ${KEYS_MAX} API keys already: end one of them first`);
}

export const renameApiKey = ({ db }: Services, call: OrganizationCall, id: string, name: string): Promise<ApiKeyRow> =>
  changing(db, call, id, async (transaction, key) => {
    await updateApiKey(transaction, id, { name });
    const changed = { ...key, name };
    const states = { before: { name: key.name }, after: { name } };
    await note(transaction, call, { action: "api_key.updated", ...keyEntry(changed), ...states });
    return changed;
  });

/**
 * Puts a new key in the place of one, with its name, role and expiry. For the overlap both work; the old one goes on signing until it
 * ends. Throws `not_found`, and `conflict` for a key that was rolled already.
 */
export async function rollApiKey(
  { db, config }: Services,
  call: OrganizationCall,
  id: string,
  { overlapHours }: { overlapHours: number },
): Promise<ShownKey> {
  const { key, ...stored } = newApiKey(config.encryptionKey);
  const row = await changing(db, call, id, async (transaction, old) => {
    const { type, name, role, organizationId, environmentId, rolledSince, expireAt } = old;
    if (old.replacedById) {
      throw new DomainError("conflict", `${name} was rolled already, and ends soon: roll the key that took its place`);
    }
    const kept = { type, name, role, organizationId, environmentId, rolledSince, expireAt };
    const created = await insertApiKey(transaction, { ...kept, ...storedOf(type, stored), userId: call.caller.userId });
    const end = new Date(Date.now() + overlapHours * HOUR);
    if (overlapHours === 0) await deleteApiKey(transaction, id);
    else {
      const ends = expireAt !== null && expireAt < end ? expireAt : end;
      await updateApiKey(transaction, id, { expireAt: ends, replacedById: created.id });
    }
    const change = { before: { key: shown(old) }, after: { key: shown(created), overlapHours } };
    await note(transaction, call, { action: "api_key.rolled", ...keyEntry(created), ...change });
    return created;
  });
  return { row, key };
}

/** Ends a key at once. Throws `not_found`. */
export const endApiKey = ({ db }: Services, call: OrganizationCall, id: string): Promise<void> =>
  changing(db, call, id, async (transaction, key) => {
    await deleteApiKey(transaction, id);
    await note(transaction, call, { action: "api_key.ended", ...keyEntry(key), before: stateOf(key) });
  });

/** Changes a key that the caller reaches, while nobody else changes keys of its environment. */
async function changing<T>(
  db: Database,
  call: OrganizationCall,
  id: string,
  change: (transaction: Transaction, key: ApiKeyRow) => Promise<T>,
): Promise<T> {
  const { changed, environmentId } = await db.transaction(async (transaction) => {
    const { organizationId } = call.scope;
    const unlocked = await findApiKeyById(transaction, organizationId, id);
    if (unlocked) await lockApiKeys(transaction, unlocked);
    const key = unlocked && (await findApiKeyById(transaction, organizationId, id));
    if (!key || !isSeen(call, key)) throw notFound(`No API key with id ${id} exists in this organization`);
    await requireGivable(transaction, call, key.role);
    return { changed: await change(transaction, key), environmentId: key.environmentId };
  });
  await keysChanged(db, environmentId);
  return changed;
}

/** A key as entries of the audit log name it. */
export const keyEntry = ({ id, name, type, environmentId }: ApiKeyRow) => ({
  id,
  name,
  environmentId: type === "organization" ? null : environmentId,
});
const shown = ({ keyEnd }: ApiKeyRow) => `… ${keyEnd}`;
const stateOf = (row: ApiKeyRow) => ({
  name: row.name,
  type: row.type,
  role: row.role,
  key: shown(row),
  expireAt: row.expireAt?.toISOString() ?? null,
});
