import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { subscribers } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import type { Executor } from "../../transaction.ts";
import type { SubscriberRow } from "./subscribers.ts";

/** The ids among these, which are the customer's, of subscribers that exist. */
export async function livingSubscribers(
  db: Database,
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.$client<{ id: string }[]>`
    select subscriber_id as id from subscribers
    where environment_id = ${environmentId} and subscriber_id = any(${[...ids]}::text[]) and deleted_at is null`;
  return new Set(rows.map(({ id }) => id));
}

/** Belfry's ids of the subscribers among these, by the customer's ids. */
export async function findSubscribers(
  db: Executor,
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: subscribers.id, subscriberId: subscribers.subscriberId })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.environmentId, environmentId),
        // One parameter: Postgres takes at most 65,535 of them.
        sql`${subscribers.subscriberId} = any(${sql.param([...ids])}::text[])`,
        isNull(subscribers.deletedAt),
      ),
    );
  return new Map(rows.map(({ id, subscriberId }) => [subscriberId, id]));
}

/** Subscribers by Belfry's ids, deleted ones as well. */
export async function subscribersById(
  db: Executor,
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<Map<string, SubscriberRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(subscribers)
    .where(
      and(eq(subscribers.environmentId, environmentId), sql`${subscribers.id} = any(${sql.param([...ids])}::uuid[])`),
    );
  return new Map(rows.map((row) => [row.id, row]));
}
