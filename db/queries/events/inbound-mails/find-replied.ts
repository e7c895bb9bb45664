import type { PendingQuery, Row } from "postgres";
import type { Database } from "#db/client.ts";
import type { ReplyTarget } from "#domain/reply-address.ts";
import { isUuid } from "#domain/values/uuid.ts";

/** The email that a reply is to, and the domain whose mail comes to its environment. */
export interface RepliedMessage {
  messageId: string;
  messageExpireAt: Date;
  organizationId: string;
  environmentId: string;
  /** Null when the environment has none. */
  domain: string | null;
}

/** People with the address of the sender of a reply. */
const SENDERS = 20;

/**
 * Finds the email that an address names. A mail server may have changed the case of the id that the older form has: then it is the email of
 * that id, in any case, to the sender of the reply. Of an event with several emails, which the older form of addresses does not tell apart, it is
 * the one that went to the sender of the reply, else the first.
 */
export async function findRepliedMessage(
  db: Database,
  target: ReplyTarget,
  sender: string | undefined,
): Promise<RepliedMessage | undefined> {
  const sql = db.$client;
  if (target.kind === "message") return firstOf(db, sql`m.id = ${target.messageId}`, sender);
  const { environmentId, transactionId } = target;
  if (!isUuid(environmentId)) return undefined;
  const spellings = [...new Set([transactionId, transactionId.toLowerCase(), transactionId.toUpperCase()])];
  for (const spelling of spellings) {
    const found = await firstOf(
      db,
      sql`m.event_id = (
          select id from events where environment_id = ${environmentId} and transaction_id = ${spelling})
        and m.environment_id = ${environmentId}`,
      sender,
    );
    if (found) return found;
  }
  if (!sender) return undefined;
  // No index has ids in lower case: the emails to whoever replies are few.
  return firstOf(
    db,
    sql`m.environment_id = ${environmentId} and m.deleted_at is null and lower(m.transaction_id) = ${transactionId.toLowerCase()}
      and m.subscriber_id = any(array(
        select id from subscribers where environment_id = ${environmentId} and deleted_at is null and email is not null
          and lower(left(email, 320)) = ${sender.toLowerCase()} limit ${SENDERS}))`,
    sender,
  );
}

/** Of the emails that fulfil a condition, the one that went to the sender of the reply, else the first. */
async function firstOf(
  db: Database,
  found: PendingQuery<Row[]>,
  sender: string | undefined,
): Promise<RepliedMessage | undefined> {
  const sql = db.$client;
  const [row] = await sql<(Omit<RepliedMessage, "messageExpireAt"> & { messageExpireAt: string })[]>`
    select m.id as "messageId", m.expire_at as "messageExpireAt", m.organization_id as "organizationId",
      m.environment_id as "environmentId", e.inbound_parse_domain as domain
    from messages m join environments e on e.id = m.environment_id
    where ${found} and m.channel = 'email'
    order by (${(sender ?? "").toLowerCase()} = any(string_to_array(lower(m.email), ','))) is true desc, m.created_at
    limit 1`;
  return row && { ...row, messageExpireAt: new Date(row.messageExpireAt) };
}
