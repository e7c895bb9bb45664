import type { LocalStart } from "#domain/times/local-start.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { isReal } from "./is-real.ts";

/** A run of an earlier event, with what a waiting step takes from the event. Milliseconds since 1970. */
export interface PastRun {
  eventId: string;
  eventAt: number;
  /** As the event has it, to the microsecond. */
  eventTime: string;
  at: number;
  /** Belfry's id. */
  subscriberId: string;
  /** The values at the two paths of the payload; of a long one, its hash. */
  key: unknown;
  moment: unknown;
  /** `overrides.delay`. */
  delay: unknown;
  /** Of an event whose runs start by the clock of each subscriber, with the zone of this one. */
  localStart: LocalStart | null;
  timezone: string | null;
}

export interface PastRunsFilter {
  workflowId: string;
  since: Date;
  /** The last event of the page before. */
  before?: Pick<PastRun, "eventId" | "eventTime"> | undefined;
  /** Dotted paths into the payload. */
  keyPath: string | undefined;
  momentPath: string | undefined;
  events: number;
  runs: number;
}

/** Longest value of a payload that is read, in characters of JSON. */
const PAST_VALUE_MAX = 1_000;

/**
 * Reads the runs of a page of a workflow's events that were not cancelled and no dry runs, the newest event first. An event without a run has
 * a row without a subscriber. Payloads stay where they are.
 */
export async function pastRuns(
  db: Database,
  { environmentId }: Scope,
  { workflowId, since, before, keyPath, momentPath, events, runs }: PastRunsFilter,
): Promise<(Omit<PastRun, "at" | "subscriberId"> & { at: number | null; subscriberId: string | null })[]> {
  const sql = db.$client;
  const valueAt = (path: string | undefined) => {
    if (path === undefined) return sql`null::jsonb`;
    const keys = path.split(".");
    const value =
      keys.length === 1
        ? sql`payload -> ${path}::text`
        : // A key that itself holds dots wins, as with `getPath`.
          sql`case when payload ? ${path}::text then payload -> ${path}::text else payload #> ${keys}::text[] end`;
    // Of a long value, it is enough to know whether another one is the same.
    return sql`(select case when length(value::text) > ${PAST_VALUE_MAX} then to_jsonb(md5(value::text)) else value end
      from (select ${value} as value offset 0) as found)`;
  };
  return sql`
    select e.id as "eventId", e.created_at::text as "eventTime",
      (extract(epoch from e.created_at) * 1000)::float8 as "eventAt", (extract(epoch from r.created_at) * 1000)::float8 as at,
      r.subscriber_id as "subscriberId", c.key, c.moment, c.delay,
      c.local_start as "localStart", s.timezone
    from (
      select id, created_at, expire_at from events
      where workflow_id = ${workflowId} and environment_id = ${environmentId} and created_at >= ${since.toISOString()}
        and canceled_at is null and ${isReal(sql)}
        ${before ? sql`and (created_at, id) < (${before.eventTime}::timestamptz, ${before.eventId}::uuid)` : sql``}
      order by created_at desc, id desc limit ${events}) e
    -- Each event by its indexes, and no more of them than are asked for.
    cross join lateral (
      select ${valueAt(keyPath)} as key, ${valueAt(momentPath)} as moment, overrides -> 'delay' as delay,
        local_start
      from event_contents where event_id = e.id limit 1) c
    left join lateral (
      select subscriber_id, created_at from runs
      where event_id = e.id and expire_at = e.expire_at order by created_at, id limit ${runs}) r on true
    left join lateral (
      select timezone from subscribers where id = r.subscriber_id and c.local_start is not null limit 1) s on true
    order by e.created_at desc, e.id desc limit ${runs}`;
}
