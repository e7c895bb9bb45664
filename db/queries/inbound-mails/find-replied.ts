import type { ReplyTarget } from "#domain/reply-address.ts";
import { isUuid } from "#domain/uuid.ts";
import type { Database } from "../../client.ts";

/** The email that a reply is to, and the domain whose mail comes to its environment. */
export interface RepliedMessage {
  messageId: string;
  messageExpireAt: Date;
  organizationId: string;
  environmentId: string;
  /** Null when the environment has none. */
  domain: string | null;
}

/**
 * Finds the email that an address names. Of an event with several emails, which the older form of addresses does not tell apart, it is
 * the one that went to the sender of the reply, else the first.
 */
export async function findRepliedMessage(
  db: Database,
  target: ReplyTarget,
  sender: string | undefined,
): Promise<RepliedMessage | undefined> {
  const sql = db.$client;
  if (target.kind === "transaction" && !isUuid(target.environmentId)) return undefined;
  const found =
    target.kind === "message"
      ? sql`m.id = ${target.messageId}`
      : sql`m.event_id = (
          select id from events
          where environment_id = ${target.environmentId} and transaction_id = ${target.transactionId})
        and m.environment_id = ${target.environmentId}`;
  const [row] = await sql<(Omit<RepliedMessage, "messageExpireAt"> & { messageExpireAt: string })[]>`
    select m.id as "messageId", m.expire_at as "messageExpireAt", m.organization_id as "organizationId",
      m.environment_id as "environmentId", e.inbound_parse_domain as domain
    from messages m join environments e on e.id = m.environment_id
    where ${found} and m.channel = 'email'
    order by (${(sender ?? "").toLowerCase()} = any(string_to_array(lower(m.email), ','))) is true desc, m.created_at
    limit 1`;
  return row && { ...row, messageExpireAt: new Date(row.messageExpireAt) };
}
