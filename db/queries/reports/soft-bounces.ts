import type { Fragment } from "postgres";
import type { RareTransaction } from "../../transaction.ts";

const MOMENT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** The bounces, times by message, that a rule of `c` still counts: of its days, and since a mail was delivered. */
const counted = (sql: RareTransaction, bounces: Fragment, now: string): Fragment => sql`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(${bounces})
  where value > coalesce(c.delivered_at, '')
    and value > to_char((${now}::timestamptz - make_interval(days => c.days)) at time zone 'UTC', ${sql.unsafe(MOMENT)}))`;

/**
 * The parts of a statement that count soft bounces, where the environment has a rule for them. The reports are those of `addressed`; the
 * last part, `too_many_bounces`, has the addresses that have reached the rule's number.
 */
export const softBouncesPart = (sql: RareTransaction, now: string): Fragment => sql`
  ruled as materialized (
    select f.organization_id, f.environment_id, f.channel, f.address,
      (e.suppression_rules -> 'softBounces' ->> 'count')::int as most, (e.suppression_rules -> 'softBounces' ->> 'days')::int as days,
      max(f.moment) filter (where f.report = 'delivered') as delivered_at,
      jsonb_object_agg(f.id, f.moment order by f.moment) filter (where f.is_soft) as bounces,
      max(f.reported_at) filter (where f.is_soft) as last_at,
      (array_agg(jsonb_build_object('id', f.id, 'response', f.response, 'providerId', f.provider_id) order by f.moment desc)
        filter (where f.is_soft))[1] as last
    from (
      select a.*, to_char(a.reported_at at time zone 'UTC', ${sql.unsafe(MOMENT)}) as moment from addressed a) as f
    join environments e on e.id = f.environment_id
    where e.suppression_rules -> 'softBounces' ->> 'count' is not null and (f.is_soft or f.report = 'delivered')
    group by f.organization_id, f.environment_id, f.channel, f.address, e.suppression_rules
  ), locked_bounces as materialized (
    -- In one order, so that two calls wait for each other instead of deadlocking.
    select s.address from soft_bounces s
    join ruled c on c.environment_id = s.environment_id and c.address = s.address and c.channel = s.channel
    order by s.environment_id, s.address, s.channel for update of s
  ), set_back as (
    update soft_bounces s set bounces = ${counted(sql, sql`s.bounces`, now)}
    from ruled c
    where c.environment_id = s.environment_id and c.address = s.address and c.channel = s.channel and c.bounces is null
      and exists (select from locked_bounces)
  ), bounced_softly as (
    insert into soft_bounces as s (organization_id, environment_id, channel, address, bounces, last_at)
    select c.organization_id, c.environment_id, c.channel, c.address, ${counted(sql, sql`c.bounces`, now)}, c.last_at
    from ruled c
    where c.bounces is not null and (select count(*) from locked_bounces) >= 0
    order by c.environment_id, c.address, c.channel
    on conflict (environment_id, address, channel) do update
      set last_at = greatest(s.last_at, excluded.last_at), bounces = (
        select ${counted(sql, sql`s.bounces || excluded.bounces`, now)} from ruled c
        where c.environment_id = excluded.environment_id and c.address = excluded.address and c.channel = excluded.channel)
    returning environment_id, channel, address, (select count(*) from jsonb_each(bounces)) as number
  ), too_many_bounces as (
    select c.organization_id, c.environment_id, c.address, c.channel, 'soft_bounced' as reason,
      c.most || ' soft bounces within ' || case c.days when 1 then '1 day' else c.days || ' days' end
        || coalesce(': ' || (c.last ->> 'response'), '') as note,
      c.last ->> 'providerId' as provider_id, (c.last ->> 'id')::uuid as message_id, c.last_at as reported_at
    from bounced_softly b
    join ruled c on c.environment_id = b.environment_id and c.address = b.address and c.channel = b.channel
    where b.number >= c.most
  )`;
