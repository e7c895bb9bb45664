import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { ChangeType } from "#contract/constants/changes.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { changes, type EntityState } from "../../schema/accounts/changes.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

/** An entity after an edit. The caller holds the entity, so that its edits are recorded one after the other. */
export interface Edit {
  type: ChangeType;
  state: EntityState;
  /** The change that this one is to be applied with. */
  parentId?: string;
}

/**
 * Notes edits for promotion. The pending change of the same entity and type is rewritten; one after which nothing differs from
 * what was promoted is dropped, unless others depend on it. Returns the pending changes by entity.
 */
export async function recordChanges(
  transaction: Transaction,
  scope: Scope,
  creatorId: string,
  edits: readonly Edit[],
): Promise<Map<string, string>> {
  const recorded = new Map<string, string>();
  const known = await lockChanges(
    transaction,
    scope,
    edits.map(({ state }) => state.id),
  );
  for (const { type, state, parentId } of edits) {
    const ofEntity = known.filter(({ entityId }) => entityId === state.id);
    const promoted = ofEntity.find(({ enabled }) => enabled)?.state ?? null;
    const pending = ofEntity.find((change) => !change.enabled && change.type === type);
    const isSame = promoted !== null && isDeepStrictEqual(asStored(state), promoted);
    if (!pending && isSame && type !== "NotificationTemplate") continue;
    if (pending) {
      await transaction
        .update(changes)
        .set({ state, promoted, recordedAt: sql`clock_timestamp()`, ...(parentId && { parentId }) })
        .where(eq(changes.id, pending.id));
      if (isSame && type !== "NotificationTemplate") await dropIfEmpty(transaction, pending.id);
      recorded.set(state.id, pending.id);
      continue;
    }
    const [row] = await transaction
      .insert(changes)
      .values({ ...scopeOf(scope), creatorId, entityId: state.id, type, state, promoted, parentId: parentId ?? null })
      .returning({ id: changes.id });
    if (row) recorded.set(state.id, row.id);
  }
  return recorded;
}

/** All changes of the entities, newest edit first. Nobody applies them until the transaction ends. */
function lockChanges(transaction: Transaction, scope: Scope, entityIds: readonly string[]) {
  return transaction
    .select({
      id: changes.id,
      entityId: changes.entityId,
      type: changes.type,
      enabled: changes.enabled,
      state: changes.state,
    })
    .from(changes)
    .where(and(eq(changes.environmentId, scope.environmentId), inArray(changes.entityId, [...entityIds])))
    .orderBy(desc(changes.recordedAt), desc(changes.id))
    .for("update");
}

/** Has pending changes of entities applied with another change, unless they already are with one. */
export async function linkChanges(
  transaction: Transaction,
  scope: Scope,
  parentId: string,
  entityIds: readonly string[],
): Promise<void> {
  if (entityIds.length === 0) return;
  const pending = transaction
    .select({ id: changes.id })
    .from(changes)
    .where(
      and(
        eq(changes.environmentId, scope.environmentId),
        inArray(changes.entityId, [...entityIds]),
        eq(changes.enabled, false),
        isNull(changes.parentId),
        ne(changes.id, parentId),
      ),
    )
    .orderBy(asc(changes.id))
    .for("update");
  await transaction.update(changes).set({ parentId }).where(inArray(changes.id, pending));
}

/** Drops a pending change that promotes nothing: its entity is as it was promoted, and no other change is applied with it. */
export async function dropIfEmpty(transaction: Transaction, changeId: string): Promise<void> {
  await transaction.execute(sql`
    delete from changes c where c.id = ${changeId} and not c.enabled and c.state = c.promoted
      and not exists (select from changes child where child.parent_id = c.id and not child.enabled)`);
}

/** The state as JSON gives it back: without undefined fields. */
const asStored = (state: EntityState): unknown => parseExactJson(JSON.stringify(state));
