import { CHANNELS } from "#contract/constants/channels.ts";
import type { CreateResumption, ResumptionPreview } from "#contract/resumptions.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { isUnsent, matching, selected } from "./next-runs.ts";

/** The latest runs that a preview looks at. */
export const RUNS_LOOKED_AT = 10_000;
const REASONS_SHOWN = 10;

/** Counts what a resumption would do, as far as the latest runs show it. */
export async function previewResumption(
  db: Database,
  { environmentId }: Scope,
  { runIds = null, filter = {} }: Pick<CreateResumption, "filter"> & { runIds?: string[] | null | undefined },
): Promise<ResumptionPreview> {
  const sql = db.$client;
  const [row] = await sql<ResumptionPreview[]>`
    with page as materialized (
      select * from runs r where ${selected(db, environmentId, { runIds, filter })}
      order by r.created_at desc, r.id desc limit ${RUNS_LOOKED_AT + 1}
    ), found as materialized (
      select r.* from (select * from page order by created_at desc, id desc limit ${RUNS_LOOKED_AT}) r
      where ${matching(db, runIds === null ? filter : {})}
    ), steps as materialized (
      select r.id, j.type, left(coalesce(
        (select d.error ->> 'errorText' from deliveries d
          where d.run_id = r.id and d.expire_at = r.expire_at and d.job_id = j.id and d.error is not null
          order by d.id limit 1),
        j.error ->> 'message'), 1000) as reason
      from found r join jobs j on j.run_id = r.id and j.expire_at = r.expire_at
      where ${isUnsent(db)}
    )
    select (select count(*)::int from found) as runs, (select count(*) <= ${RUNS_LOOKED_AT} from page) as "isExact",
      (select coalesce(jsonb_agg(jsonb_build_object('channel', type, 'steps', steps) order by steps desc, type), '[]') from (
        select type, count(*)::int as steps from steps where type = any(${[...CHANNELS]}::text[]) group by type) c
      ) as "byChannel",
      (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'runs', runs) order by runs desc, reason), '[]') from (
        select reason, count(distinct id)::int as runs from steps group by reason
        order by runs desc, reason limit ${REASONS_SHOWN}) f
      ) as "byReason"`;
  if (!row) throw new Error("Postgres answered a count without a row");
  return row;
}
