import type { AuditChanges } from "#contract/accounts/audit-logs.ts";
import type { AuditAction } from "#contract/constants/audit.ts";
import { planOf } from "#contract/constants/plans.ts";
import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import { DAY } from "#contract/constants/values/times.ts";
import type { Database } from "#db/client.ts";
import { decrypt } from "#db/encryption.ts";
import { insertAuditLogs, type NewAuditLog } from "#db/queries/audit/audit-logs.ts";
import {
  type AuditedEntity,
  type AuditedType,
  isAuditedType,
  readAuditedEntity,
} from "#db/queries/audit/audited-entity.ts";
import { lockIntegrations } from "#db/queries/integrations/integration-priorities.ts";
import { listActiveMemberships, lockMembership } from "#db/queries/organizations/members.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { Scope } from "#db/scope.ts";
import { type Executor, type RareTransaction, type Transaction, taggedOf } from "#db/transaction.ts";
import { changedFields } from "#domain/values/changed-fields.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import { requestsMasked } from "#domain/values/request-secrets.ts";
import type { AuditOrigin, Caller, KeyCaller, MemberCaller, PersonCaller } from "../caller.ts";

/** A call that may change something: a request, or Belfry itself, which has no origin and is not noted. */
export interface AuditedCall {
  scope?: Partial<Scope> | undefined;
  caller: Caller;
  audit?: AuditOrigin | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** One action on one entity. Fields of it that are equal before and after are left out. */
export interface AuditEntry {
  action: AuditAction;
  id?: string | null | undefined;
  name?: string | null | undefined;
  before?: Fields | null | undefined;
  after?: Fields | null | undefined;
  /** The call's unless another one is given; null for the organisation as a whole. */
  environmentId?: string | null;
}

type NotedCaller = KeyCaller | MemberCaller | PersonCaller;
const isNoted = (call: AuditedCall): call is AuditedCall & { caller: NotedCaller; audit: AuditOrigin } =>
  call.audit !== undefined && call.caller.kind !== "subscriber" && call.caller.kind !== "system";

/**
 * Notes an action in the transaction that does it. Calls of subscribers and of Belfry itself are not noted, and neither is an action
 * after which everything is as it was before.
 */
export async function note(transaction: Executor, call: AuditedCall, entry: AuditEntry): Promise<void> {
  const { before, after } = entry;
  if (before && after && isNoted(call) && Object.keys(changesOf(call.audit, entry)).length === 0) return;
  await insertAuditLogs(taggedOf(transaction), await rowsOf(transaction, call, entry));
}

/** The same in a transaction of tagged statements. */
export async function noteBy(sql: RareTransaction, db: Database, call: AuditedCall, entry: AuditEntry): Promise<void> {
  await insertAuditLogs(sql, await rowsOf(db, call, entry));
}

/** A change of one entity. What is created has no id before. */
export interface NotedChange {
  /** On an entity that can be read before and after it; other actions are noted by `note`. */
  action: Extract<AuditAction, `${AuditedType}.${string}`>;
  id?: string;
}

/**
 * Changes one entity in a transaction and notes what has become of it, with the fields that differ. A change without a
 * difference is not noted. `idOf` names what was created.
 */
export function noted<T>(
  db: Database,
  call: AuditedCall,
  noting: NotedChange,
  change: (transaction: Transaction) => Promise<T>,
  idOf?: (result: T) => string,
): Promise<T> {
  return db.transaction((transaction) => notedIn(transaction, call, noting, change, idOf));
}

/** The same in a transaction that has begun. */
export async function notedIn<T>(
  transaction: Transaction,
  call: AuditedCall,
  { action, id }: NotedChange,
  change: (transaction: Transaction) => Promise<T>,
  idOf?: (result: T) => string,
): Promise<T> {
  const [type = ""] = action.split(".");
  const { scope } = call;
  if (!isNoted(call) || !scope?.organizationId || !isAuditedType(type)) return change(transaction);
  const { organizationId, environmentId } = scope;
  const place = { organizationId, environmentId };
  await LOCKS[type]?.(transaction, organizationId);
  const read = (of: string | undefined) =>
    of === undefined ? undefined : readAuditedEntity(transaction, place, type, of);
  const before = await read(id);
  const result = await change(transaction);
  await noteStates(transaction, call, action, { before, after: await read(idOf?.(result) ?? id) });
  return result;
}

/** The states of an entity around a change; undefined where it did not exist. */
export interface EntityStates {
  before?: AuditedEntity | undefined;
  after?: AuditedEntity | undefined;
}

/** Notes what has become of an entity, for a change that knows its states. */
export async function noteStates(
  transaction: Transaction,
  call: AuditedCall,
  action: NotedChange["action"],
  states: EntityStates,
): Promise<void> {
  await insertAuditLogs(taggedOf(transaction), await entriesOf(transaction, call, action, states));
}

/** The entries of such a change, for the statement that makes it. A change without a difference has none. */
export async function entriesOf(
  db: Executor,
  call: AuditedCall,
  action: NotedChange["action"],
  { before, after }: EntityStates,
): Promise<NewAuditLog[]> {
  if (!isNoted(call) || !call.scope?.organizationId) return [];
  const [type = ""] = action.split(".");
  const entry = entryOf(before, after);
  // A call that repeats an earlier one changes nothing.
  if (before && after && Object.keys(changesOf(call.audit, entry)).length === 0) return [];
  const creation = before ? undefined : CREATIONS.get(action);
  const environmentId = isAuditedType(type) ? placeOf(call, type, after ?? before) : null;
  return rowsOf(db, call, { ...entry, action: creation ?? action, environmentId });
}

/** Locks that a change takes before it touches rows of these types, and in which it has to find them as they were read. */
const LOCKS: Partial<Record<AuditedType, (transaction: Transaction, organizationId: string) => Promise<unknown>>> = {
  integration: lockIntegrations,
  member: lockMembership,
};

/** An update of what was not there has created it. */
const CREATIONS: ReadonlyMap<AuditAction, AuditAction> = new Map([
  ["subscriber.updated", "subscriber.created"],
  ["topic.updated", "topic.created"],
  ["translation.updated", "translation.created"],
]);

/** The environment of an entity; null for what belongs to the organisation. */
function placeOf({ scope }: AuditedCall, type: AuditedType, entity: AuditedEntity | undefined): string | null {
  if (type === "organization" || type === "member") return null;
  const id = type === "environment" ? entity?.id : entity?.fields.environmentId;
  return typeof id === "string" ? id : (scope?.environmentId ?? null);
}

const entryOf = (before: AuditedEntity | undefined, after: AuditedEntity | undefined) => ({
  id: (after ?? before)?.id,
  name: (after ?? before)?.name,
  before: before?.fields,
  after: after?.fields,
});

async function rowsOf(db: Executor, call: AuditedCall, entry: AuditEntry): Promise<NewAuditLog[]> {
  if (!isNoted(call)) return [];
  const { caller, audit, scope } = call;
  const organizations = scope?.organizationId ? [scope.organizationId] : await organizationsOf(db, caller.userId);
  const roles = caller.kind === "person" ? [] : [...caller.roles];
  const row = {
    actor: caller.kind,
    userId: caller.userId,
    keyEnd: caller.kind === "key" ? caller.keyEnd : null,
    roles,
    environmentId: entry.environmentId === undefined ? (scope?.environmentId ?? null) : entry.environmentId,
  };
  return inOrganizations(db, audit, { ...entry, ...row }, organizations);
}

/** Returns the organisations of a person, each of which logs what the person does apart from an organisation. */
async function organizationsOf(db: Executor, userId: string): Promise<string[]> {
  return (await listActiveMemberships(db, userId)).map(({ organizationId }) => organizationId);
}

/** Notes what somebody did, or tried to, who is known by the account alone: a sign-in. */
export async function noteOfPerson(
  db: Executor,
  audit: AuditOrigin | undefined,
  userId: string,
  entry: AuditEntry,
  organizations?: string[],
): Promise<void> {
  if (!audit) return;
  const row = { ...entry, actor: "person" as const, userId, keyEnd: null, roles: [], environmentId: null };
  await insertAuditLogs(
    taggedOf(db),
    await inOrganizations(db, audit, row, organizations ?? (await organizationsOf(db, userId))),
  );
}

/** Notes, in the organisations of a person, what whoever runs the installation has done to the account. */
export async function noteOfOperator(
  transaction: Transaction,
  operator: AuditOrigin,
  userId: string,
  entry: AuditEntry,
): Promise<void> {
  const row = { ...entry, actor: "operator" as const, userId: null, keyEnd: null, roles: [], environmentId: null };
  const rows = await inOrganizations(transaction, operator, row, await organizationsOf(transaction, userId));
  await insertAuditLogs(taggedOf(transaction), rows);
}

async function inOrganizations(
  db: Executor,
  audit: AuditOrigin,
  { action, id, name, before, after, ...row }: AuditEntry & Pick<NewAuditLog, "actor" | "userId" | "keyEnd" | "roles">,
  organizations: readonly string[],
): Promise<NewAuditLog[]> {
  const { address, userAgent, requestId, declared } = audit;
  if (declared && !declared.includes(action)) {
    throw new Error(`The operation does not declare that it notes ${action}: add it to its \`audit\` in contract/`);
  }
  const rows: NewAuditLog[] = [];
  for (const organizationId of organizations) {
    rows.push({
      organizationId,
      ...row,
      action,
      entityType: action.split(".")[0] ?? "",
      entityId: id ?? null,
      entityName: name ?? null,
      changes: changesOf(audit, { before, after }),
      address,
      userAgent,
      requestId,
      expireAt: await expiryIn(db, audit, organizationId),
    });
  }
  return rows;
}

async function expiryIn(db: Executor, { planLimits }: AuditOrigin, organizationId: string): Promise<Date> {
  const level = planLimits === "off" ? "unlimited" : (await findOrganization(db, organizationId))?.serviceLevel;
  return new Date(Date.now() + planOf(level ?? "free", planLimits).auditDays * DAY);
}

/** Secrets are compared by their values, and shown by their ends. */
function changesOf(
  { encryptionKey }: AuditOrigin,
  { before, after }: Pick<AuditEntry, "before" | "after">,
): AuditChanges {
  const numbers = new Map<string, number>();
  const marked = (fields: Fields | null | undefined) =>
    fields
      ? requestsMasked(
          mapLeaves(fields, (leaf) => (isSecret(leaf) ? mark(plain(leaf)) : leaf)),
          mark,
        )
      : null;
  /** A text that is none of Belfry's may look like a secret. */
  function plain(leaf: string): string {
    try {
      return decrypt(leaf, encryptionKey);
    } catch {
      return leaf;
    }
  }
  function mark(value: string): string {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return `${maskedSecret(value)}${MARK}${number}`;
  }
  const changes = mapLeaves(changedFields(marked(before), marked(after)), (leaf) =>
    typeof leaf === "string" ? leaf.replaceAll(MARKS, "") : leaf,
  );
  return asChanges(changes);
}

/** Tells apart secrets of the same end while they are compared. No stored text has the character. */
const MARK = "\0";
const MARKS = /(?:\0|\\u0000)\d*/g;

const isSecret = (leaf: unknown): leaf is string => typeof leaf === "string" && leaf.startsWith(SECRET_PREFIX);

/** They are JSON: states of entities come from Postgres as jsonb. */
const asChanges = (changes: Record<string, unknown>) => changes as AuditChanges;
