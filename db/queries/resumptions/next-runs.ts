import type { Fragment } from "postgres";
import type { Database } from "../../client.ts";
import { isUnbegun } from "../runs/cancel-runs.ts";
import type { ResumptionRow } from "./resumptions.ts";

/** A run that was looked at. */
export interface LookedAtRun {
  id: string;
  organizationId: string;
  environmentId: string;
  expireAt: Date;
  eventId: string;
  transactionId: string;
  workflowId: string;
  /** To the microsecond, as Postgres writes it. */
  createdAt: string;
  matches: boolean;
}

/**
 * Looks at up to `limit` runs of the environment after the resumption's cursor, in the order in which they were created, up to
 * the moment of the resumption itself. How many are read follows from the limit, however few of them match.
 */
export async function nextRuns(
  db: Database,
  { kind, environmentId, runIds, filter, cursorAt, cursorId, createdAt }: ResumptionRow,
  limit: number,
): Promise<LookedAtRun[]> {
  const sql = db.$client;
  const rows = await sql<(Omit<LookedAtRun, "expireAt"> & { expireAt: string })[]>`
    with page as (
      select * from runs r
      where ${selected(db, environmentId, { runIds, filter })} and r.created_at <= ${createdAt.toISOString()}
        ${cursorAt === null ? sql`` : sql`and (r.created_at, r.id) > (${cursorAt}::timestamptz, ${cursorId}::uuid)`}
      order by r.created_at, r.id limit ${limit}
    )
    select r.id, r.organization_id as "organizationId", r.environment_id as "environmentId", r.expire_at as "expireAt",
      r.event_id as "eventId", r.transaction_id as "transactionId", r.workflow_id as "workflowId",
      r.created_at::text as "createdAt", ${runIds === null ? MATCHING[kind](db, filter ?? {}) : sql`true`} as matches
    from page r order by r.created_at, r.id`;
  return rows.map((row) => ({ ...row, expireAt: new Date(row.expireAt) }));
}

/** The condition that a run `r` of the environment is one of those that are looked at, by what there are indexes of. */
export function selected(
  db: Database,
  environmentId: string,
  { runIds, filter }: Pick<ResumptionRow, "runIds" | "filter">,
): Fragment {
  const sql = db.$client;
  const { transactionId, from, to } = filter ?? {};
  return sql`r.environment_id = ${environmentId}
    ${runIds === null ? sql`` : sql`and r.id = any(${runIds}::uuid[])`}
    ${from === undefined ? sql`` : sql`and r.created_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and r.created_at < ${to}`}
    ${
      transactionId === undefined
        ? sql``
        : sql`and r.event_id = (
          select id from events where environment_id = ${environmentId} and transaction_id = ${transactionId})`
    }`;
}

/** The condition that a job `j` of the run `r` failed or was not sent. */
export const isUnsent = (db: Database): Fragment => db.$client`(
  j.status = 'failed' or (r.stop_reason is not null and j.status = 'canceled' and j.position >= r.position)
  or exists (${deliveryOf(db)} and d.state in ('failed', 'stopped')))`;

const deliveryOf = ({ $client: sql }: Database): Fragment =>
  sql`select from deliveries d where d.run_id = r.id and d.expire_at = r.expire_at and d.job_id = j.id`;

/** The condition that the run `r` has something to resume, and fits the filter. */
export function matching(db: Database, filter: NonNullable<ResumptionRow["filter"]>): Fragment {
  const sql = db.$client;
  const { templates, subscriberIds, statuses, channels, reasons, providers, integrationIds } = filter;
  const { failedAfter, dryRuns } = filter;
  const delivery = deliveryOf(db);
  return sql`(
    (r.stop_reason is null or r.stop_reason in ('step_failed', 'execution_ended'))
    ${dryRuns === "exclude" ? sql`and not r.is_dry` : sql``}
    ${
      failedAfter === undefined
        ? sql``
        : sql`and exists (select from jobs f where f.run_id = r.id and f.expire_at = r.expire_at and f.status = 'failed'
          and f.finished_at >= ${failedAfter})`
    }
    ${templates ? sql`and r.workflow_id = any(${templates}::uuid[])` : sql``}
    ${
      statuses
        ? sql`and case when r.stop_reason = 'execution_ended' then 'stopped' else 'failed' end = any(${statuses}::text[])`
        : sql``
    }
    ${subscriberIds ? sql`and ${ofSubscribers(db, subscriberIds)}` : sql``}
    and exists (
      select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at
        and ${isUnsent(db)}
        ${channels ? sql`and j.type = any(${channels}::text[])` : sql``}
        ${providers ? sql`and exists (${delivery} and d.provider_id = any(${providers}::text[]))` : sql``}
        ${integrationIds ? sql`and exists (${delivery} and d.integration_id = any(${integrationIds}::uuid[]))` : sql``}
        ${
          reasons
            ? sql`and (j.error ->> 'message' = any(${reasons}::text[])
              or exists (${delivery} and d.error ->> 'errorText' = any(${reasons}::text[])))`
            : sql``
        }))`;
}

/** The condition that the run `r` has something to cancel, and fits the filter. */
export function cancelable(db: Database, filter: NonNullable<ResumptionRow["filter"]>): Fragment {
  const sql = db.$client;
  const { templates, subscriberIds, channels, dryRuns } = filter;
  return sql`(
    r.stop_reason is null
    ${dryRuns === "exclude" ? sql`and not r.is_dry` : sql``}
    ${templates ? sql`and r.workflow_id = any(${templates}::uuid[])` : sql``}
    ${subscriberIds ? sql`and ${ofSubscribers(db, subscriberIds)}` : sql``}
    and exists (select from events e where e.id = r.event_id and e.canceled_at is null)
    and exists (
      select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and ${isUnbegun(sql)}
        ${channels ? sql`and j.type = any(${channels}::text[])` : sql``}))`;
}

const ofSubscribers = ({ $client: sql }: Database, ids: readonly string[]): Fragment => sql`exists (
  select from subscribers s where s.id = r.subscriber_id and s.subscriber_id = any(${[...ids]}::text[]))`;

const MATCHING: Readonly<Record<ResumptionRow["kind"], typeof matching>> = { resume: matching, cancel: cancelable };
