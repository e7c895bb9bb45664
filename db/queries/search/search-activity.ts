import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import { filterByEnvironment } from "../../environment-filter.ts";
import type { Scope } from "../../scope.ts";
import type { SearchText } from "./search-text.ts";

interface Searched {
  text: SearchText;
  limit: number;
  /** Older runs are not shown. */
  since: Date | undefined;
}

export interface FoundRun {
  id: string;
  transactionId: string;
  workflowName: string;
  workflowIdentifier: string;
  /** The customer's id; null for a subscriber that has been deleted. */
  subscriberId: string | null;
}

/** Runs by their id, or the newest ones of the event that the text names. */
export function searchRuns(
  db: Database,
  { environmentId }: Scope,
  { text: { text, id }, limit, since }: Searched,
): Promise<FoundRun[]> {
  const sql = db.$client;
  const shown = since ? sql`and r.created_at >= ${since.toISOString()}` : sql``;
  const columns = sql`r.id, r.transaction_id, r.workflow_id, r.subscriber_id`;
  return sql<FoundRun[]>`
    with found as (
      (select ${columns}, 0 as way, r.created_at from runs r where r.id = ${id}::uuid and ${filterByEnvironment(sql, "r.environment_id", environmentId)} ${shown})
      union all
      -- One event, and no second condition with an index: the index of runs by events has them in this order.
      (select ${columns}, 1, r.created_at from runs r
        where r.event_id = (select id from events where environment_id = ${environmentId} and transaction_id = ${text}) ${shown}
        order by r.created_at desc limit ${limit})
    )
    select f.id, f.transaction_id as "transactionId", w.name as "workflowName", w.identifier as "workflowIdentifier",
      s.subscriber_id as "subscriberId"
    from found f join workflows w on w.id = f.workflow_id
    left join subscribers s on s.id = f.subscriber_id and s.deleted_at is null
    order by f.way, f.created_at desc limit ${limit}`;
}

export interface FoundMessage extends FoundRun {
  runId: string;
  channel: Channel;
  subject: string | null;
  title: string | null;
}

/** The message of an id, unless it was deleted. */
export async function searchMessages(
  db: Database,
  { environmentId }: Scope,
  { text: { id }, since }: Omit<Searched, "limit">,
): Promise<FoundMessage[]> {
  if (id === null) return [];
  const sql = db.$client;
  return sql<FoundMessage[]>`
    select m.id, m.run_id as "runId", m.transaction_id as "transactionId", m.channel, m.subject, m.title, w.name as "workflowName",
      w.identifier as "workflowIdentifier", s.subscriber_id as "subscriberId"
    from messages m join workflows w on w.id = m.workflow_id
    left join subscribers s on s.id = m.subscriber_id and s.deleted_at is null
    where m.id = ${id}::uuid and ${filterByEnvironment(sql, "m.environment_id", environmentId)} and m.deleted_at is null
      ${since ? sql`and m.created_at >= ${since.toISOString()}` : sql``}`;
}
