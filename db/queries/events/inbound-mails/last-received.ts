import type { Database } from "#db/client.ts";
import type { Scope } from "#db/scope.ts";

/** The reply that an environment received last, and what its history says became of it. */
export interface LastReceived {
  receivedAt: string;
  /** Null once the content was passed on or given up, or its subscriber was erased. */
  from: string | null;
  isWaiting: boolean;
  attempts: number;
  /** Of the run whose email was replied to; null where it has expired. */
  runId: string | null;
  workflow: string | null;
  /** The last fact about it, of those that are given; null where none is known. */
  detail: string | null;
}

/** Finds the reply that came last among those that are known, for some days after they were passed on. */
export async function findLastReceived(
  db: Database,
  { environmentId }: Scope,
  { details }: { details: readonly string[] },
): Promise<LastReceived | undefined> {
  const [row] = await db.$client<LastReceived[]>`
    with last as (
      select * from inbound_mails where environment_id = ${environmentId} order by created_at desc limit 1)
    select to_json(last.created_at) #>> '{}' as "receivedAt", last.mail #>> '{from,0,address}' as "from",
      last.due_at is not null as "isWaiting", last.attempts, m.run_id as "runId", w.name as workflow, (
        select d.detail from execution_details d
        where d.run_id = m.run_id and d.message_id = m.id and d.detail = any(${[...details]}::text[])
          and d.created_at >= last.created_at
        order by d.created_at desc limit 1) as detail
    from last left join messages m on m.id = last.message_id and m.expire_at = last.message_expire_at
    left join workflows w on w.id = m.workflow_id`;
  return row;
}
