import type { CancellationPreview, CreateCancellation } from "#contract/activity/cancellations.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { isUnbegun } from "../runs/cancel-runs.ts";
import { cancelable, selected } from "./next-runs.ts";
import { RUNS_LOOKED_AT } from "./preview-resumption.ts";

/** Workflows that are named. */
const WORKFLOWS_SHOWN = 10;

/** Counts what a cancellation would do, as far as the latest runs show it. */
export async function previewCancellation(
  db: Database,
  { environmentId }: Scope,
  { runIds = null, filter = {} }: Pick<CreateCancellation, "filter"> & { runIds?: string[] | null | undefined },
): Promise<CancellationPreview> {
  const sql = db.$client;
  const [row] = await sql<CancellationPreview[]>`
    with page as materialized (
      select * from runs r where ${selected(db, environmentId, { runIds, filter })}
      order by r.created_at desc, r.id desc limit ${RUNS_LOOKED_AT + 1}
    ), found as materialized (
      select r.* from (select * from page order by created_at desc, id desc limit ${RUNS_LOOKED_AT}) r
      where ${cancelable(db, runIds === null ? filter : {})}
    ), steps as materialized (
      select j.type from found r join jobs j on j.run_id = r.id and j.expire_at = r.expire_at where ${isUnbegun(sql)}
    ), states as materialized (
      select r.workflow_id, case
        when exists (select from deliveries d where d.run_id = r.id and d.expire_at = r.expire_at and d.state = 'open') then 'sending'
        when exists (select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and j.status = 'delayed') then 'waiting'
        else 'running' end as state
      from found r
    )
    select (select count(*)::int from found) as runs, (select count(*) <= ${RUNS_LOOKED_AT} from page) as "isExact",
      (select coalesce(jsonb_agg(jsonb_build_object('_id', id, 'name', name, 'runs', runs) order by runs desc, id), '[]') from (
        select s.workflow_id as id, w.name, count(*)::int as runs from states s left join workflows w on w.id = s.workflow_id
        group by 1, 2 order by runs desc, id limit ${WORKFLOWS_SHOWN}) c
      ) as "byWorkflow",
      (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'runs', runs) order by runs desc, state), '[]') from (
        select state, count(*)::int as runs from states group by state) c
      ) as "byState",
      (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'steps', steps) order by steps desc, type), '[]') from (
        select type, count(*)::int as steps from steps group by type) c
      ) as "byStep"`;
  if (!row) throw new Error("Postgres answered a count without a row");
  return row;
}
