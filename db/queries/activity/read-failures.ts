import type { StepType } from "#contract/constants/channels.ts";
import type { StepReason } from "#contract/constants/reasons.ts";
import { reasonOf } from "#domain/steps/step-reason.ts";
import type { RareTransaction } from "../../transaction.ts";

/** A step that failed. */
export interface Failure {
  jobId: string;
  runId: string;
  workflowId: string;
  /** The number of the workflow's version; 0 where it is gone. */
  version: number;
  /** Belfry's id of the subscriber. */
  subscriberId: string;
  stepType: StepType;
  /** Empty for a step that reached no provider. */
  providerId: string;
  /** When it failed, as Postgres writes it. */
  at: string;
  /** The beginning of the hour of that moment, in milliseconds since 1970. */
  hour: number;
  reason: StepReason;
  /** The vendor's own code for it, or the status of its answer; empty where there is none. */
  code: string;
  text: string;
  /** Of a dry run: it counts nowhere. */
  isDry: boolean;
}

export interface FailedRange {
  /** After this one, in the order of the moments. */
  after?: { at: string; jobId: string } | undefined;
  /** Moments, as SQL reads them. */
  from?: string | undefined;
  until?: string | undefined;
  order: "oldest" | "newest";
  limit: number;
  /** Whether those of dry runs are read as well, which say so. */
  withDryRuns?: boolean;
}

/** Reads steps of an environment that have failed and were not resumed since, with the reasons by which their runs explain them. */
export async function readFailures(
  sql: RareTransaction,
  environmentId: string,
  { after, from, until, order, limit, withDryRuns = false }: FailedRange,
): Promise<Failure[]> {
  const direction = sql.unsafe(order === "oldest" ? "asc" : "desc");
  const rows = await sql<
    (Omit<Failure, "reason" | "code" | "text"> & {
      error: string | null;
      details: { detail: string; raw: string | null }[];
    })[]
  >`
    select j.id as "jobId", j.run_id as "runId", r.workflow_id as "workflowId", r.subscriber_id as "subscriberId",
      coalesce((select v.number from workflow_versions v where v.id = r.workflow_version_id), 0) as version, r.is_dry as "isDry", j.type as "stepType",
      coalesce(d.provider_id, j.provider_id, '') as "providerId", j.finished_at::text as at,
      extract(epoch from date_trunc('hour', j.finished_at, 'UTC'))::float8 * 1000 as hour, j.error ->> 'message' as error, coalesce(d.details, '[]') as details
    from (
      select id, run_id, type, provider_id, finished_at, error, expire_at from jobs f
      where environment_id = ${environmentId} and status = 'failed'
        ${after ? sql`and (finished_at, id) > (${after.at}::timestamptz, ${after.jobId}::uuid)` : sql``}
        ${from === undefined ? sql`` : sql`and finished_at >= ${from}::timestamptz`}
        ${until === undefined ? sql`` : sql`and finished_at < ${until}::timestamptz`}
        ${withDryRuns ? sql`` : sql`and not (select is_dry from runs r where r.id = f.run_id and r.expire_at = f.expire_at)`}
      order by finished_at ${direction}, id ${direction} limit ${limit}) j
    join runs r on r.id = j.run_id and r.expire_at = j.expire_at
    cross join lateral (
      select json_agg(json_build_object('detail', detail, 'raw', raw) order by created_at) as details,
        (array_agg(provider_id order by created_at desc) filter (where provider_id is not null))[1] as provider_id
      from execution_details where run_id = j.run_id and expire_at = j.expire_at and job_id = j.id) d
    order by j.finished_at ${direction}, j.id ${direction}`;
  return rows.map(({ error, details, ...row }) => {
    const step = { type: row.stepType, status: "failed" as const, details, ...(error !== null && { error }) };
    const { code, text, vendorCode = "" } = reasonOf(step);
    return { ...row, reason: code, code: vendorCode, text };
  });
}
