import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { variablesOfContent, variablesOfStep } from "./named-variables.ts";

/** A place that names a variable of environments: a step of the current version of a workflow, or a layout. */
export interface VariableUse {
  key: string;
  kind: "step" | "layout";
  /** Of the workflow or the layout. */
  id: string;
  identifier: string;
  name: string;
  step: { _id: string; name: string | null; type: string } | null;
}

/**
 * Returns where workflows and layouts of an environment name its variables, by name of workflow or layout. `key` restricts that to one
 * variable.
 */
export async function findVariableUses(
  db: Database,
  { environmentId }: Scope,
  { key }: { key?: string } = {},
): Promise<VariableUse[]> {
  const rows = await db.execute(sql`
    select u.key, u.kind, u.id, u.identifier, u.name, u.step from (
      select distinct v.key, 'step' as kind, w.id, w.identifier, w.name, s.position,
        jsonb_build_object('_id', s.step_id, 'name', s.name, 'type', s.type) as step
      from workflows w join workflow_steps s on s.version_id = w.version_id
        cross join lateral ${variablesOfStep(sql`s`)} as v
      where w.environment_id = ${environmentId} and w.deleted_at is null
      union all
      select v.key, 'layout', l.id, l.identifier, l.name, 0, null
      from layouts l cross join lateral ${variablesOfContent(sql`l.content`)} as v
      where l.environment_id = ${environmentId} and l.deleted_at is null
    ) as u
    where ${key === undefined ? sql`true` : sql`u.key = ${key}`}
    order by u.name, u.id, u.position`);
  return rows as unknown as VariableUse[];
}

/**
 * Returns the keys of variables that the current version of a workflow names, or a layout, and that an environment has no value for.
 * Undefined where nothing has that id.
 */
export async function findLackingVariables(
  db: Database,
  { organizationId, environmentId }: Scope,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.execute(sql`
    select u.id, array_agg(distinct u.key order by u.key) as keys from (
      select w.id, v.key
      from workflows w join workflow_steps s on s.version_id = w.version_id
        cross join lateral ${variablesOfStep(sql`s`)} as v
      where w.organization_id = ${organizationId} and w.id = any(${sql.param([...ids])}::uuid[])
      union
      select l.id, v.key from layouts l cross join lateral ${variablesOfContent(sql`l.content`)} as v
      where l.organization_id = ${organizationId} and l.id = any(${sql.param([...ids])}::uuid[])
    ) as u
    where not exists (
      select from environment_variables e join environment_variable_values x on x.variable_id = e.id
      where e.organization_id = ${organizationId} and e.key = u.key and x.environment_id = ${environmentId})
    group by u.id`);
  return new Map((rows as unknown as { id: string; keys: string[] }[]).map(({ id, keys }) => [id, keys]));
}
