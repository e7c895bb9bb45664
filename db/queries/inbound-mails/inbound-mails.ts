import type { DetailText } from "#contract/constants/details.ts";
import type { ExecutionStatus } from "#contract/constants/statuses.ts";
import type { InboundMail } from "#contract/inbound-mail.ts";
import type { Database } from "../../client.ts";
import { inboundMails } from "../../schema/inbound-mails.ts";
import { storableJson } from "../../storable.ts";
import type { Transaction } from "../../transaction.ts";

type InboundMailRow = typeof inboundMails.$inferSelect;

/** Stores a reply; one that is there already stays as it is. */
export async function insertInboundMail(
  transaction: Transaction,
  mail: Pick<
    InboundMailRow,
    "id" | "organizationId" | "environmentId" | "messageId" | "messageExpireAt" | "mail" | "dueAt" | "expireAt"
  >,
): Promise<void> {
  await transaction.insert(inboundMails).values(mail).onConflictDoNothing();
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

/** Takes replies that are due. Until `until` nobody else takes them. */
export async function takeInboundMails(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<TakenMail[]> {
  const rows = await db.$client<(Omit<TakenMail, "messageExpireAt"> & { messageExpireAt: string })[]>`
    update inbound_mails set attempts = attempts + 1, due_at = ${until.toISOString()}
    where id = any(array(
      select id from inbound_mails where due_at <= ${now.toISOString()} order by due_at limit ${limit} for update skip locked))
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

/** Removes a reply that is through, and notes what became of it, both or neither. Nothing happens when somebody else did. */
export async function endInboundMail(
  db: Database,
  { id, messageId }: TakenMail,
  job: RepliedJob | undefined,
  outcome: { detail: DetailText; status: ExecutionStatus; raw?: object },
): Promise<void> {
  const sql = db.$client;
  if (!job) {
    await sql`delete from inbound_mails where id = ${id}`;
    return;
  }
  await sql`
    with ended as (delete from inbound_mails where id = ${id} returning id)
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
