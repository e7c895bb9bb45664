import { randomUUID } from "node:crypto";
import { signSubscriberToken } from "#api/tokens.ts";
import type { Database } from "#db/client.ts";
import { messages } from "#db/schema/messages.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { testConfig } from "./environment.ts";

/** A subscriber and the key to its inbox. */
export async function createTestSubscriber(db: Database, scope: Scope, profile: { avatar?: string } = {}) {
  const subscriberId = `subscriber-${randomUUID()}`;
  const [row] = await db
    .insert(subscribers)
    .values({ ...scope, subscriberId, firstName: "Grace", ...profile })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  const token = await signSubscriberToken({ _id: row.id, subscriberId, ...scope }, testConfig.secret);
  return { id: row.id, subscriberId, token, headers: { authorization: `Bearer ${token}` } };
}

type Values = Partial<typeof messages.$inferInsert>;

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** In-app messages for one subscriber, oldest first; what is not said is of no matter to the test. Gives their ids. */
export async function storeMessages(
  db: Database,
  scope: Scope,
  subscriberId: string,
  some: readonly Values[],
): Promise<string[]> {
  const start = Date.now() - some.length * 1000;
  const rows = some.map((values, index) => ({
    id: randomUUID(),
    ...scope,
    runId: randomUUID(),
    jobId: randomUUID(),
    workflowId: randomUUID(),
    stepId: randomUUID(),
    subscriberId,
    transactionId: randomUUID(),
    templateIdentifier: "welcome",
    channel: "in_app" as const,
    providerId: "belfry",
    content: "Hello",
    payload: {},
    createdAt: new Date(start + index * 1000),
    expireAt: new Date(Date.now() + YEAR),
    ...values,
  }));
  if (rows.length > 0) await db.insert(messages).values(rows);
  return rows.map(({ id }) => id);
}
