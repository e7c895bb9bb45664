import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { PRESENCE_LEASE_SECONDS } from "./lease.ts";

/** A subscriber whose inbox is open: `id` is Belfry's. */
interface Present {
  id: string;
  scope: Scope;
}

/** Notes that the process is running. True when it was not known, so that its presences have to be recorded. */
export async function renewProcess(db: Database, processId: string): Promise<boolean> {
  const [row] = await db.$client<{ isNew: boolean }[]>`
    insert into api_processes (id, seen_at) values (${processId}, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at
    returning xmax = 0 as "isNew"`;
  return row?.isNew === true;
}

/** Whether a running process holds a socket of the subscriber `s`. */
export const isPresent = sql`exists (
  select from presences p join api_processes a on a.id = p.process_id
  where p.subscriber_id = s.id and a.seen_at > clock_timestamp() - make_interval(secs => ${PRESENCE_LEASE_SECONDS}))`;

/** Records that the process holds sockets of these subscribers, who are online by that. */
export async function recordPresent(
  transaction: Transaction,
  processId: string,
  present: readonly Present[],
): Promise<void> {
  const rows = present.map(({ id, scope }) => ({
    id,
    organizationId: scope.organizationId,
    environmentId: scope.environmentId,
  }));
  const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  // Rows of subscribers are locked first and in order by all who write presences: whoever counts them is alone then.
  await transaction.execute(sql`select from subscribers where id = ${ids} order by id for update`);
  await transaction.execute(sql`
    insert into presences (organization_id, environment_id, subscriber_id, process_id)
    select "organizationId", "environmentId", id, ${processId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("organizationId" uuid, "environmentId" uuid, id uuid)
    on conflict do nothing`);
  await transaction.execute(sql`
    update subscribers set is_online = true where id = ${ids} and is_online is distinct from true`);
}

/** Records that the process holds no socket of the subscriber any more. Another process may. */
export async function recordLeft(transaction: Transaction, processId: string, { id, scope }: Present): Promise<void> {
  const { environmentId } = scope;
  await transaction.execute(sql`
    select from subscribers where id = ${id} and environment_id = ${environmentId} for update`);
  await transaction.execute(sql`delete from presences where subscriber_id = ${id} and process_id = ${processId}`);
  await transaction.execute(sql`
    update subscribers s set is_online = ${isPresent}, last_online_at = clock_timestamp()
    where id = ${id} and environment_id = ${environmentId}`);
}
