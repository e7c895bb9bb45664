import { sql } from "drizzle-orm";
import { SUPPRESSED_CHANNELS, suppressedAddress } from "#contract/constants/suppressions.ts";
import type { Database } from "#db/client.ts";
import type { ErasedPerson } from "#db/schema/accounts/erasures.ts";
import type { ScheduledEvent } from "#db/schema/workflows/schedules.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";

/** Removes what is stored about a person beside its runs: choices, hours, memberships, windows, lines of files that wait. Returns how many rows. */
export async function eraseRows(
  transaction: Transaction,
  { environmentId }: Scope,
  { subscriberId, ids, addresses }: ErasedPerson,
): Promise<number> {
  const own = sql`subscriber_id = any(${sql.param(ids)}::uuid[])`;
  const suppressed = sql.param(addresses.flatMap(suppressedForms));
  const statements = [
    sql`delete from preferences where ${own}`,
    sql`delete from topic_subscribers where ${own}`,
    sql`delete from presences where ${own}`,
    // Otherwise the list would go on naming the person. Vendors keep lists of their own.
    sql`delete from suppressions where environment_id = ${environmentId}
      and address = any(${suppressed}::text[])`,
    sql`delete from vendor_lifts where suppression_id in (select id from lifted_suppressions
      where environment_id = ${environmentId} and address = any(${suppressed}::text[]))`,
    sql`delete from lifted_suppressions where environment_id = ${environmentId} and address = any(${suppressed}::text[])`,
    sql`delete from soft_bounces where environment_id = ${environmentId} and address = any(${suppressed}::text[])`,
    // Vendors name the address that they refuse.
    sql`update integration_sends set error_at = null, error_message = null, error_code = null
      where environment_id = ${environmentId} and exists (select from unnest(${sql.param(addresses)}::text[]) as of (address)
        where address <> '' and strpos(lower(error_message), lower(address)) > 0)`,
    sql`delete from failure_group_people where ${own}`,
    sql`delete from signals where ${own}`,
    sql`delete from event_waits where ${own}`,
    sql`update digest_windows set digest_value = '', closed_at = coalesce(closed_at, now()) where ${own} and digest_value <> ''`,
    sql`delete from digest_arrivals where environment_id = ${environmentId} and ${own}`,
    sql`delete from throttle_windows where environment_id = ${environmentId} and ${own}`,
    // Messages of in-app steps that run ids do not lead to any more are found by the feed.
    sql`update messages set subject = null, title = null, content = null, blocks = null, cta = null, actor = null, data = null,
        email = null, phone = null, device_tokens = null
      where ${own} and channel = 'in_app' and deleted_at is null and status = 'sent'`,
    sql`update resumptions set filter = filter - 'subscriberIds'
      where environment_id = ${environmentId} and filter -> 'subscriberIds' ? ${subscriberId}`,
    sql`update import_portions p set lines = (
        select jsonb_agg(case when l -> 'record' ->> 'subscriberId' = ${subscriberId} then jsonb_build_object('line', l -> 'line',
          'problem', jsonb_build_object('field', null, 'message', 'names a subscriber who was erased: leave the line out'))
          else l end order by number)
        from jsonb_array_elements(p.lines) with ordinality as t (l, number))
      where p.import_id in (select id from imports where environment_id = ${environmentId} and due_at is not null)
        and p.lines @> ${JSON.stringify([{ record: { subscriberId } }])}::jsonb`,
  ];
  let rows = 0;
  for (const statement of statements) rows += (await transaction.execute(sql`${statement} returning 1`)).length;
  return rows;
}

/** The address as either channel has it on its list. */
const suppressedForms = (address: string): string[] =>
  SUPPRESSED_CHANNELS.map((channel) => suppressedAddress(channel, address));

/** The schedules that name the person, which are locked, by what they trigger. */
export async function lockSchedulesNaming(
  transaction: Transaction,
  { environmentId }: Scope,
  subscriberId: string,
): Promise<{ id: string; event: ScheduledEvent }[]> {
  const rows = await transaction.execute<{ id: string; event: ScheduledEvent }>(sql`
    select id, event from schedules
    where environment_id = ${environmentId} and strpos(event::text, ${JSON.stringify(subscriberId)}) > 0
    order by id for update`);
  return [...rows];
}

/** Stores what a schedule triggers from now on; one that would reach nobody ends. */
export async function setScheduledEvent(
  transaction: Transaction,
  id: string,
  event: ScheduledEvent | null,
): Promise<void> {
  if (event) {
    await transaction.execute(
      sql`update schedules set event = ${JSON.stringify(event)}::jsonb, revision = revision + 1 where id = ${id}`,
    );
    return;
  }
  await transaction.execute(sql`
    update schedules set event = '{"to": []}', revision = revision + 1, status = 'ended', next_at = null, fire_at = null
    where id = ${id}`);
}

/** An answer that was stored for a repeated call, encrypted. */
export interface StoredBody {
  id: string;
  body: string;
}

/** Stored answers of the environment after an id. */
export async function nextAnswers(
  db: Database,
  { environmentId }: Scope,
  { after, limit }: { after: string | null; limit: number },
): Promise<StoredBody[]> {
  const sql = db.$client;
  return sql<StoredBody[]>`
    select id, body from idempotency_keys
    where environment_id = ${environmentId} and body is not null ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${limit}`;
}

/** Removes stored answers: a repeated call is told that its answer was not kept. */
export async function omitAnswers(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.execute(sql`
    update idempotency_keys set body = null, is_omitted = true where id = any(${sql.param([...ids])}::uuid[])`);
}
