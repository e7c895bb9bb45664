import { and, asc, count, eq, isNull } from "drizzle-orm";
import { WEBHOOK_ENDPOINTS_MAX } from "#contract/constants/webhooks.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { webhookEndpoints } from "../../schema/events/webhook-endpoints.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { lockEnvironment } from "../environments/lock-environment.ts";

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;
type NewEndpoint = Omit<typeof webhookEndpoints.$inferInsert, "organizationId" | "environmentId">;

const living = ({ environmentId }: Scope) =>
  and(eq(webhookEndpoints.environmentId, environmentId), isNull(webhookEndpoints.deletedAt));
const byId = (scope: Scope, id: string) => and(living(scope), eq(webhookEndpoints.id, id));

const unknownEndpoint = (id: string) => notFound(`No webhook endpoint with id ${id} exists in this environment`);

/** Throws `conflict` when the environment has as many as it may have. */
export async function insertEndpoint(
  transaction: Transaction,
  scope: Scope,
  endpoint: NewEndpoint,
): Promise<WebhookEndpointRow> {
  await lockEnvironment(transaction, scope);
  const [existing] = await transaction.select({ number: count() }).from(webhookEndpoints).where(living(scope));
  if (existing && existing.number >= WEBHOOK_ENDPOINTS_MAX) {
    throw new DomainError(
      "conflict",
      `An environment has at most ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints: delete one first`,
    );
  }
  const [row] = await transaction
    .insert(webhookEndpoints)
    .values({ ...endpoint, ...scopeOf(scope) })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** Oldest first. */
export const listEndpoints = (db: Executor, scope: Scope): Promise<WebhookEndpointRow[]> =>
  db
    .select()
    .from(webhookEndpoints)
    .where(living(scope))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));

/** Throws `not_found`. */
export async function getEndpoint(db: Executor, scope: Scope, id: string): Promise<WebhookEndpointRow> {
  const [row] = await db.select().from(webhookEndpoints).where(byId(scope, id));
  if (!row) throw unknownEndpoint(id);
  return row;
}

/** Changes an endpoint. Throws `not_found`. */
export async function updateEndpoint(
  transaction: Transaction,
  scope: Scope,
  id: string,
  changes: Partial<NewEndpoint>,
): Promise<WebhookEndpointRow> {
  const [row] = await transaction.update(webhookEndpoints).set(changes).where(byId(scope, id)).returning();
  if (!row) throw unknownEndpoint(id);
  return row;
}

/** Locks an endpoint, so that of two changes at once the second builds upon the first. Throws `not_found`. */
export async function lockEndpoint(transaction: Transaction, scope: Scope, id: string): Promise<WebhookEndpointRow> {
  const [row] = await transaction.select().from(webhookEndpoints).where(byId(scope, id)).for("update");
  if (!row) throw unknownEndpoint(id);
  return row;
}
