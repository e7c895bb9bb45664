import { and, eq, getTableColumns, isNotNull } from "drizzle-orm";
import { WEBHOOK_RESENT_MAX, WEBHOOK_TEST_TYPE, type WebhookStatus } from "#contract/constants/webhooks.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { insideOf, momentOf, newestFirst, orderOf } from "../../list-window.ts";
import type { MomentText } from "../../moment-text.ts";
import { webhookMessages } from "../../schema/events/webhook-messages.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { WEBHOOK_KEPT_MS } from "./store-webhooks.ts";

export type WebhookMessageRow = typeof webhookMessages.$inferSelect;

/** Events that one statement makes due again. */
const RESENT_TOGETHER = 2_000;

const byId = ({ environmentId }: Scope, endpointId: string, id: string) =>
  and(
    eq(webhookMessages.environmentId, environmentId),
    eq(webhookMessages.endpointId, endpointId),
    eq(webhookMessages.id, id),
  );

/** Stores the event of a test for one endpoint. */
export async function insertTestWebhook(
  transaction: Transaction,
  scope: Scope,
  endpointId: string,
): Promise<WebhookMessageRow> {
  const now = new Date();
  const [row] = await transaction
    .insert(webhookMessages)
    .values({
      ...scopeOf(scope),
      endpointId,
      type: WEBHOOK_TEST_TYPE,
      data: { endpointId },
      dueAt: now,
      expireAt: new Date(now.getTime() + WEBHOOK_KEPT_MS),
    })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** Throws `not_found`. */
export async function getWebhookMessage(
  db: Executor,
  scope: Scope,
  endpointId: string,
  id: string,
): Promise<WebhookMessageRow> {
  const [row] = await db
    .select()
    .from(webhookMessages)
    .where(byId(scope, endpointId, id));
  if (!row) throw unknownMessage(id);
  return row;
}

const unknownMessage = (id: string) => notFound(`No event with id ${id} was sent to this webhook endpoint`);

/** One page of the log, newest first; one more than `limit` says that there is another page. `at` is to the microsecond. */
export const listWebhookMessages = (
  db: Database,
  { environmentId }: Scope,
  endpointId: string,
  {
    limit,
    after,
    status,
  }: { limit: number; after: { at: string; id: string } | null; status?: WebhookStatus | undefined },
): Promise<{ row: WebhookMessageRow; at: MomentText }[]> => {
  const window = newestFirst(after, limit + 1);
  return db
    .select({ row: getTableColumns(webhookMessages), at: momentOf(webhookMessages) })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.endpointId, endpointId),
        eq(webhookMessages.environmentId, environmentId),
        status && eq(webhookMessages.status, status),
        // What waits has an index by when it is due, and is little beside the log.
        status === "waiting" ? isNotNull(webhookMessages.dueAt) : undefined,
        insideOf(window, webhookMessages),
      ),
    )
    .orderBy(...orderOf(window, webhookMessages))
    .limit(window.limit);
};

/** Makes an event due, with all its attempts ahead. Throws `not_found`. */
export async function resendWebhook(
  transaction: Transaction,
  scope: Scope,
  endpointId: string,
  id: string,
): Promise<WebhookMessageRow> {
  const [row] = await transaction
    .update(webhookMessages)
    .set({ status: "waiting", attempts: 0, dueAt: new Date() })
    .where(byId(scope, endpointId, id))
    .returning();
  if (!row) throw unknownMessage(id);
  return row;
}

/** Counts failed events since then, up to as many as one call sends again. */
export async function countFailedWebhooks(
  db: Database,
  { environmentId }: Scope,
  endpointId: string,
  since: Date,
): Promise<{ events: number; isMore: boolean }> {
  const [row] = await db.$client<{ count: number }[]>`
    select count(*)::int as count from (
      select from webhook_messages
      where endpoint_id = ${endpointId} and environment_id = ${environmentId} and status = 'failed'
        and created_at >= ${since.toISOString()}
      limit ${WEBHOOK_RESENT_MAX + 1}) as failed`;
  const count = row?.count ?? 0;
  return { events: Math.min(count, WEBHOOK_RESENT_MAX), isMore: count > WEBHOOK_RESENT_MAX };
}

/** Makes failed events since then due again, oldest first, in portions and up to a limit. Returns how many. */
export async function resendFailedWebhooks(
  db: Database,
  { environmentId }: Scope,
  endpointId: string,
  since: Date,
): Promise<{ resent: number; hasMore: boolean }> {
  let resent = 0;
  while (resent < WEBHOOK_RESENT_MAX) {
    const { count } = await db.$client`
      update webhook_messages set status = 'waiting', attempts = 0, due_at = clock_timestamp()
      where id = any(array(
        select id from webhook_messages
        where endpoint_id = ${endpointId} and environment_id = ${environmentId} and status = 'failed'
          and created_at >= ${since.toISOString()}
        order by created_at, id limit ${RESENT_TOGETHER} for update skip locked))`;
    resent += count;
    if (count < RESENT_TOGETHER) return { resent, hasMore: false };
  }
  return { resent, hasMore: true };
}
