import { sql } from "drizzle-orm";
import type { DetailText } from "#contract/constants/details.ts";
import type { ExecutionStatus } from "#contract/constants/statuses.ts";
import type { InboundMail } from "#contract/inbound-mail.ts";
import type { Database } from "#db/client.ts";
import { inboundMails } from "#db/schema/events/inbound-mails.ts";
import { storableJson } from "#db/storable.ts";
import type { Transaction } from "#db/transaction.ts";

type InboundMailRow = typeof inboundMails.$inferSelect;

/** Stores a reply; one that is there already, or has been passed on, stays as it is. */
export async function insertInboundMail(
  transaction: Transaction,
  {
    mail,
    ...row
  }: Pick<InboundMailRow, "id" | "organizationId" | "environmentId" | "messageId" | "messageExpireAt" | "expireAt"> & {
    mail: InboundMail;
    dueAt: Date;
  },
): Promise<void> {
  const json = storableJson(mail);
  await transaction
    .insert(inboundMails)
    .values({ ...row, mail: sql`${json}::jsonb`, bytes: Buffer.byteLength(json) })
    .onConflictDoNothing();
}

/** A reply that somebody has taken to pass it on. */
export interface TakenMail {
  id: string;
  messageId: string;
  messageExpireAt: Date;
  mail: InboundMail;
  /** Calls of the callback, with the one that begins now. */
  attempts: number;
}

/** Bytes of replies that are taken together, as their workers hold all of them in memory; a larger one is taken alone. */
const TAKEN_BYTES = 16 * 1024 * 1024;

/** Takes replies that are due. Until `until` nobody else takes them. */
export async function takeInboundMails(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<TakenMail[]> {
  const rows = await db.$client<(Omit<TakenMail, "messageExpireAt"> & { messageExpireAt: string })[]>`
    update inbound_mails set attempts = attempts + 1, due_at = ${until.toISOString()}
    where id = any(array(
      select id from (
        select id, sum(bytes) over (order by due_at, id) - bytes as before from (
          select id, due_at, bytes from inbound_mails
          where due_at <= ${now.toISOString()} order by due_at limit ${limit} for update skip locked) as due) as sized
      where before < ${TAKEN_BYTES}))
    returning id, message_id as "messageId", message_expire_at as "messageExpireAt", mail, attempts`;
  return rows.map((row) => ({ ...row, messageExpireAt: new Date(row.messageExpireAt) }));
}

/** When a reply is to be passed on again. Nothing happens when somebody else has taken it meanwhile. */
export async function retryInboundMail(db: Database, { id, attempts }: TakenMail, dueAt: Date): Promise<void> {
  await db.$client`
    update inbound_mails set due_at = ${dueAt.toISOString()} where id = ${id} and attempts = ${attempts}`;
}

/** The history of the email that was replied to, as far as a detail in it names it. */
export interface RepliedJob {
  organizationId: string;
  environmentId: string;
  runId: string;
  jobId: string;
  runExpireAt: Date;
}

/** For how long a reply that is through is known, should it be handed over again. */
const KNOWN_DAYS = 7;

/** Removes the content of a reply that is through, and notes what became of it, both or neither. Nothing happens when somebody else did. */
export async function endInboundMail(
  db: Database,
  { id, messageId }: TakenMail,
  job: RepliedJob | undefined,
  outcome: { detail: DetailText; status: ExecutionStatus; raw?: object },
): Promise<void> {
  const sql = db.$client;
  const ended = sql`
    update inbound_mails set mail = null, bytes = 0, due_at = null, expire_at = now() + make_interval(days => ${KNOWN_DAYS})
    where id = ${id} and due_at is not null`;
  if (!job) {
    await ended;
    return;
  }
  await sql`
    with ended as (${ended} returning id)
    insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, detail, source, status,
      is_retry, raw, expire_at)
    select ${job.organizationId}, ${job.environmentId}, ${job.runId}, ${job.jobId}, ${messageId}, ${outcome.detail}, 'Internal',
      ${outcome.status}, false, ${outcome.raw ? storableJson(outcome.raw) : null}, ${job.runExpireAt.toISOString()}
    from ended`;
}

/** When the next reply is due; null when there is none. */
export async function nextInboundMail(db: Database): Promise<Date | null> {
  const [row] = await db.$client<{ at: string | null }[]>`select min(due_at) as at from inbound_mails`;
  return row?.at ? new Date(row.at) : null;
}

/** Whether a reply has waited since then, which it does only when no execution passes replies on. */
export async function hasOverdueMails(db: Database, before: Date): Promise<boolean> {
  const [row] = await db.$client`select from inbound_mails where due_at < ${before.toISOString()} limit 1`;
  return row !== undefined;
}
