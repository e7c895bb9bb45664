import { and, eq, getTableColumns, isNotNull } from "drizzle-orm";
import { WEBHOOK_TEST_TYPE, type WebhookStatus } from "#contract/constants/webhooks.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { insideOf, momentOf, newestFirst, orderOf } from "../../list-window.ts";
import type { MomentText } from "../../moment-text.ts";
import { webhookMessages } from "../../schema/events/webhook-messages.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { WEBHOOK_KEPT_MS } from "./store-webhooks.ts";

export type WebhookMessageRow = typeof webhookMessages.$inferSelect;

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
