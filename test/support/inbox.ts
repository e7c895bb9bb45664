import { randomUUID } from "node:crypto";
import { signSubscriberToken } from "#api/tokens.ts";
import type { Database } from "#db/client.ts";
import { runIdOf } from "#db/derived-ids.ts";
import { listApiKeys } from "#db/queries/environments/api-keys.ts";
import { eventContents } from "#db/schema/events/event-contents.ts";
import { events } from "#db/schema/events/events.ts";
import { messages } from "#db/schema/messages.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { testConfig } from "./environment.ts";

/** A subscriber and the key to its inbox, which a hash has proven if that is said. */
export async function createTestSubscriber(
  db: Database,
  scope: Scope,
  given: { subscriberId?: string; avatar?: string; isProven?: true } = {},
) {
  const { subscriberId = `subscriber-${randomUUID()}`, isProven, ...profile } = given;
  const [row] = await db
    .insert(subscribers)
    .values({ ...scope, subscriberId, firstName: "Grace", ...profile })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  const [key] = isProven ? await listApiKeys(db, scope) : [];
  const claims = { _id: row.id, subscriberId, ...scope, ...(key && { proof: key.id }) };
  const token = await signSubscriberToken(claims, testConfig.secret);
  return { id: row.id, subscriberId, token, headers: { authorization: `Bearer ${token}` } };
}

type Values = Partial<typeof messages.$inferInsert> & {
  /** Of the message's event. */
  payload?: Record<string, unknown>;
};

const YEAR = 365 * 24 * 60 * 60 * 1000;

/**
 * Stores messages for one subscriber, oldest first, each with an event of its own unless transaction ids say otherwise.
 * They are in-app messages unless said otherwise; what is not said is of no matter to the test. Returns their ids.
 */
export async function storeMessages(
  db: Database,
  scope: Scope,
  subscriberId: string,
  some: readonly Values[],
): Promise<string[]> {
  if (some.length === 0) return [];
  const start = Date.now() - some.length * 1000;
  const expireAt = new Date(Date.now() + YEAR);
  const owner = { organizationId: scope.organizationId, environmentId: scope.environmentId };
  const given = some.map(({ payload = {}, transactionId = randomUUID(), ...values }) => {
    const event = { id: eventIdOf(scope, transactionId), transactionId, payload };
    return { event, values };
  });
  await db
    .insert(events)
    .values(
      given.map(({ event: { id, transactionId } }) => ({
        ...owner,
        id,
        transactionId,
        workflowId: randomUUID(),
        workflowVersionId: randomUUID(),
        executionId: `welcome/${transactionId}`,
        audience: "direct" as const,
        expireAt,
      })),
    )
    .onConflictDoNothing();
  await db
    .insert(eventContents)
    .values(given.map(({ event: { id, payload } }) => ({ ...owner, eventId: id, payload, overrides: {}, expireAt })))
    .onConflictDoNothing();
  const rows = given.map(({ event, values }, index) => ({
    id: randomUUID(),
    ...owner,
    eventId: event.id,
    runId: randomUUID(),
    jobId: randomUUID(),
    workflowId: randomUUID(),
    stepId: randomUUID(),
    subscriberId,
    transactionId: event.transactionId,
    templateIdentifier: "welcome",
    channel: "in_app" as const,
    providerId: "belfry",
    content: "Hello",
    createdAt: new Date(start + index * 1000),
    expireAt,
    ...values,
  }));
  await db.insert(messages).values(rows);
  return rows.map(({ id }) => id);
}

/** Messages of one transaction are of one event. */
const eventIdOf = ({ environmentId }: Scope, transactionId: string): string => runIdOf(environmentId, transactionId);
