import type { Channel } from "#contract/constants/channels.ts";
import type { Database } from "../../client.ts";
import type { EventRow } from "../events/insert-event.ts";
import type { CohortRow } from "./find-cohort.ts";

/** Runs of a cohort that wait at one step. */
export interface WaitingRuns {
  position: number;
  runs: number;
  /** The first moment at which one of them is due. */
  dueAt: Date;
}

/** Deliveries of a cohort on one channel that are not through. */
export interface OpenDeliveries {
  channel: Channel;
  integrationId: string;
  providerId: string;
  open: number;
  /** How many may be sent now, and when the next other one is due, or its lease ends. */
  due: number;
  nextDueAt: Date | null;
}

/** The open work of a cohort; with neither, and everybody resolved, it has come to its end. */
export interface OpenWork {
  cursor: string | null;
  waiting: WaitingRuns[];
  deliveries: OpenDeliveries[];
}

/** Reads what is left to do and notes when the cohort is due next, for the reconciler. */
export async function readOpenWork(db: Database, event: EventRow, cohort: CohortRow, now: Date): Promise<OpenWork> {
  const expireAt = event.expireAt.toISOString();
  const at = now.toISOString();
  const [row] = await db.$hot<
    {
      cursor: string | null;
      waiting: { position: number; runs: number; dueAt: string }[];
      deliveries: (Omit<OpenDeliveries, "nextDueAt"> & { nextDueAt: string | null })[];
    }[]
  >`
    with seen as materialized (select xmin::text as version from cohorts where id = ${cohort.id}), waiting as (
      select position, count(*)::int as runs, min(due_at) as due_at from runs
      where cohort_id = ${cohort.id} and expire_at = ${expireAt} and due_at is not null
      group by position
    ), delivery as (
      select channel, integration_id, provider_id, count(*)::int as open,
        count(*) filter (where due_at <= ${at})::int as due,
        min(due_at) filter (where due_at > ${at}) as next_due_at
      from deliveries
      where cohort_id = ${cohort.id} and expire_at = ${expireAt} and state = 'open'
      group by channel, integration_id, provider_id
    ), noted as (
      update cohorts c set due_at = case when c.stop_reason is not null then c.due_at
        when c.cursor is not null or c.reopen then ${at}::timestamptz
        else least((select min(due_at) from waiting), (select min(next_due_at) from delivery),
          (select ${at}::timestamptz from delivery where due > 0 limit 1),
          -- Somebody has changed the cohort meanwhile, and perhaps made due what this statement does not see.
          case when c.xmin::text <> seen.version then c.due_at end) end
      from seen where c.id = ${cohort.id}
      returning c.cursor
    )
    select (select cursor from noted) as cursor,
      coalesce((select jsonb_agg(jsonb_build_object('position', position, 'runs', runs, 'dueAt', due_at)
        order by position) from waiting), '[]') as waiting,
      coalesce((select jsonb_agg(jsonb_build_object('channel', channel, 'integrationId', integration_id,
        'providerId', provider_id, 'open', open, 'due', due, 'nextDueAt', next_due_at)) from delivery), '[]') as deliveries`;
  return {
    cursor: row?.cursor ?? null,
    waiting: (row?.waiting ?? []).map((group) => ({ ...group, dueAt: new Date(group.dueAt) })),
    deliveries: (row?.deliveries ?? []).map((group) => ({
      ...group,
      nextDueAt: group.nextDueAt === null ? null : new Date(group.nextDueAt),
    })),
  };
}
