import { MINUTE } from "#contract/constants/values/times.ts";
import type { Database } from "../../client.ts";
import type { EventRow } from "../events/insert-event.ts";
import { queuesPart } from "../lanes/lane-queues.ts";
import type { Lane } from "../lanes/lease-from-lane.ts";
import type { CohortRow } from "./find-cohort.ts";

export interface WaitingRuns {
  position: number;
  runs: number;
  /** The first moment at which one of them is due. */
  dueAt: Date;
}

/** Deliveries of a cohort for one integration that are not through. */
export interface OpenDeliveries {
  providerId: string;
  open: number;
  /** When the first lease of those that somebody is sending ends; null when nobody is. */
  leasedUntil: Date | null;
  /** Whether some have, or wait for, their turn in the integration's lane. */
  isQueued: boolean;
  /** Whether these have yet to be queued. */
  isUnqueued: boolean;
}

/** The open work of a cohort; without any, and everybody resolved, it has come to its end. */
export interface OpenWork {
  cursor: string | null;
  waiting: WaitingRuns[];
  deliveries: OpenDeliveries[];
}

/** A cohort whose deliveries wait for lanes is looked at again after so long, although nobody asked: outcomes wake it much sooner. */
export const QUEUED_LOOK_MS = 10 * MINUTE;

/** Reads what is left to do, and notes when the cohort is due next, for the reconciler. */
export async function readOpenWork(db: Database, event: EventRow, cohort: CohortRow, now: Date): Promise<OpenWork> {
  const expireAt = event.expireAt.toISOString();
  const at = now.toISOString();
  const later = new Date(now.getTime() + QUEUED_LOOK_MS).toISOString();
  const [row] = await db.$hot<
    {
      cursor: string | null;
      waiting: { position: number; runs: number; dueAt: string }[];
      deliveries: (Omit<OpenDeliveries, "leasedUntil"> & { leasedUntil: string | null })[];
    }[]
  >`
    with seen as materialized (select xmin::text as version from cohorts where id = ${cohort.id}), waiting as (
      select position, count(*)::int as runs, min(due_at) as due_at from runs
      where cohort_id = ${cohort.id} and expire_at = ${expireAt} and due_at is not null
      group by position
    ), delivery as (
      select channel, integration_id, provider_id, count(*)::int as open,
        min(due_at) filter (where lease_owner is null or due_at <= ${at}) as queued_at,
        min(due_at) filter (where lease_owner is not null and due_at > ${at}) as leased_until
      from deliveries
      where cohort_id = ${cohort.id} and expire_at = ${expireAt} and state = 'open'
      group by channel, integration_id, provider_id
    ), noted as (
      update cohorts c set due_at = case when c.stop_reason is not null then c.due_at
        when c.cursor is not null or c.reopen then ${at}::timestamptz
        else least((select min(due_at) from waiting), (select min(leased_until) from delivery),
          (select ${later}::timestamptz from delivery where queued_at is not null limit 1),
          -- Somebody has changed the cohort meanwhile, and perhaps made due what this statement does not see.
          case when c.xmin::text <> seen.version then c.due_at end) end
      from seen where c.id = ${cohort.id}
      returning c.cursor
    )
    select (select cursor from noted) as cursor,
      coalesce((select jsonb_agg(jsonb_build_object('position', position, 'runs', runs, 'dueAt', due_at)
        order by position) from waiting), '[]') as waiting,
      coalesce((select jsonb_agg(jsonb_build_object('providerId', provider_id, 'open', open, 'leasedUntil', leased_until,
        'isQueued', queued_at is not null, 'isUnqueued', queued_at is not null and not exists (
          select from lane_queues q where q.integration_id = delivery.integration_id and q.cohort_id = ${cohort.id}
            and q.due_at <= greatest(queued_at, ${at}::timestamptz)))) from delivery), '[]') as deliveries`;
  return {
    cursor: row?.cursor ?? null,
    waiting: (row?.waiting ?? []).map((group) => ({ ...group, dueAt: new Date(group.dueAt) })),
    deliveries: (row?.deliveries ?? []).map((group) => ({
      ...group,
      leasedUntil: group.leasedUntil === null ? null : new Date(group.leasedUntil),
    })),
  };
}

/** Gives what is to be sent, and nobody holds, its turn in the lanes of its integrations. Returns the lanes that are to be served for it. */
export function queueDeliveries(db: Database, event: EventRow, cohort: CohortRow, now: Date): Promise<Lane[]> {
  const at = now.toISOString();
  return db.$hot<Lane[]>`
    with ${queuesPart(
      db.$hot,
      db.$hot`select integration_id, channel, cohort_id, min(due_at) as due_at from deliveries
        where cohort_id = ${cohort.id} and expire_at = ${event.expireAt.toISOString()} and state = 'open'
          and (lease_owner is null or due_at <= ${at})
        group by 1, 2, 3`,
      at,
    )}
    select organization_id as "organizationId", environment_id as "environmentId", integration_id as "integrationId", channel
    from queued`;
}
