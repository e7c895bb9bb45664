import type { AnalyticsMark } from "#contract/activity/analytics.ts";
import type { Database } from "#db/client.ts";
import type { Scope } from "#db/scope.ts";

const MARKS = 50;

/** Reads what happened in a period that may explain its numbers: publications, pauses, outages, and versions of a workflow; the latest ones. */
export async function readMarks(
  { $client: sql }: Database,
  { environmentId }: Scope,
  { from, workflowId }: { from: Date; workflowId?: string | undefined },
): Promise<AnalyticsMark[]> {
  const since = from.toISOString();
  const rows = await sql<{ at: string; mark: AnalyticsMark; until: string | null }[]>`
    select at, mark, until from (
      select published_at as at, null::timestamptz as until, jsonb_build_object('kind', 'publication', '_publicationId', id,
        'items', jsonb_array_length(items)) as mark
      from publications where environment_id = ${environmentId} and published_at >= ${since}
      union all
      select p.created_at, resolved_at, jsonb_strip_nulls(jsonb_build_object('kind', 'pause', 'workflowName', w.name))
      from pauses p left join workflows w on w.id = p.workflow_id
      where p.environment_id = ${environmentId} and p.created_at >= ${since}
        ${workflowId === undefined ? sql`` : sql`and (p.workflow_id = ${workflowId} or p.workflow_id is null)`}
      union all
      select o.since, null, jsonb_build_object('kind', 'outage', '_integrationId', i.id, 'name', i.name)
      from integration_outages o join integrations i on i.id = o.integration_id
      where o.environment_id = ${environmentId} and o.since >= ${since}
      ${
        workflowId === undefined
          ? sql``
          : sql`
      union all
      select kept_at, null, jsonb_build_object('kind', 'version', 'version', number) from workflow_versions
      where environment_id = ${environmentId} and workflow_id = ${workflowId} and kept_at >= ${since}`
      }) as marks
    order by at desc limit ${MARKS}`;
  return rows
    .reverse()
    .map(({ at, until, mark }) => Object.assign(mark, { at: iso(at) }, until !== null && { until: iso(until) }));
}

const iso = (moment: string): string => new Date(moment).toISOString();
