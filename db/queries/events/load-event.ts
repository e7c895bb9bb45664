import { LRUCache } from "lru-cache";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { Scope } from "../../scope.ts";
import { isStoredAsIs } from "../../storable.ts";
import type { EventRow } from "./insert-event.ts";

/** Bounded by size, because a payload may be large. */
const events = new LRUCache<string, EventRow>({
  max: 2_000,
  maxSize: 20_000_000,
  ttl: 60_000,
});

type Moments = "createdAt" | "validUntil" | "expireAt";
type StoredEvent = Omit<EventRow, Moments> & { createdAt: string; validUntil: string | null; expireAt: string };

/**
 * Saves the worker of the same process from reading the event. One that is stored with other texts than it came with is read, so
 * that its first steps see what later ones will.
 */
export function cacheEvent(event: EventRow): void {
  const { id, payload, recipients, overrides, actor, tenant, contexts } = event;
  const json = JSON.stringify([payload, recipients, overrides, actor, tenant, contexts]);
  if (isStoredAsIs(json)) events.set(id, event, { size: 500 + json.length });
}

/**
 * An event with its content, for readers of what never changes about it. Whether it was cancelled has to be asked of the
 * database. Throws `not_found`.
 */
export async function loadEvent(
  db: Database,
  { eventId, transactionId, environmentId }: Scope & { eventId: string; transactionId: string },
): Promise<EventRow> {
  const cached = events.get(eventId);
  if (cached?.environmentId === environmentId) return cached;
  const [row] = await db.$hot<StoredEvent[]>`
    select e.id, e.organization_id as "organizationId", e.environment_id as "environmentId",
      e.transaction_id as "transactionId", e.workflow_id as "workflowId", e.workflow_version_id as "workflowVersionId",
      e.execution_id as "executionId", e.audience, c.payload, c.overrides, c.recipients, c.actor, c.tenant,
      coalesce(c.contexts, '[]') as contexts, c.context_keys as "contextKeys",
      c.bridge, c.depth, c.local_start as "localStart", e.test_mode as "testMode",
      e.retention, e.created_at as "createdAt", e.valid_until as "validUntil", e.expire_at as "expireAt"
    from events e join event_contents c on c.event_id = e.id
    where e.id = ${eventId} and ${filterByEnvironment(db.$hot, "e.environment_id", environmentId)}`;
  if (!row) throw notFound(`Event ${transactionId} does not exist`);
  const event = {
    ...row,
    createdAt: new Date(row.createdAt),
    validUntil: row.validUntil === null ? null : new Date(row.validUntil),
    expireAt: new Date(row.expireAt),
  };
  cacheEvent(event);
  return event;
}
