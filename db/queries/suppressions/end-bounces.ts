import { SOFT_BOUNCE_DAYS_MAX } from "#contract/constants/suppressions.ts";
import type { Database } from "../../client.ts";
import { webhooksPart } from "../webhooks/store-webhooks.ts";

/** Entries that one statement ends. */
const BOUNCES_ENDED_TOGETHER = 1_000;

/**
 * Ends entries of bounces that are older than their environments keep them, and deletes soft bounces that no rule counts any more.
 * Returns how many rows. Endpoints of webhooks are sent what was lifted.
 */
export async function endBounces(db: Database, now: Date): Promise<number> {
  const sql = db.$client;
  const at = now.toISOString();
  const lifted = sql`select environment_id, 'suppression.lifted' as type,
    jsonb_build_object('suppressionId', id, 'channel', channel, 'reason', reason) as data from ended`;
  let rows = 0;
  for (;;) {
    const [ended] = await sql<{ entries: number }[]>`
      with over as materialized (
        select s.id, s.environment_id, s.address, s.channel from environments e
        join suppressions s on s.environment_id = e.id and s.reason in ('bounced', 'soft_bounced')
          and s.created_at < ${at}::timestamptz - make_interval(days => (e.suppression_rules ->> 'bouncesKeptDays')::int)
        where e.suppression_rules ->> 'bouncesKeptDays' is not null limit ${BOUNCES_ENDED_TOGETHER}
      ), forgotten as (
        delete from soft_bounces b using over o
        where b.environment_id = o.environment_id and b.address = o.address and b.channel = o.channel
      ), ended as (
        delete from suppressions s using over o where s.id = o.id
        returning s.id, s.environment_id, s.channel, s.reason
      ), ${webhooksPart(sql, lifted, at)}
      select count(*)::int as entries from ended`;
    const entries = ended?.entries ?? 0;
    rows += entries;
    if (entries < BOUNCES_ENDED_TOGETHER) break;
  }
  const { count } = await sql`
    delete from soft_bounces where last_at < ${at}::timestamptz - make_interval(days => ${SOFT_BOUNCE_DAYS_MAX})`;
  return rows + count;
}
