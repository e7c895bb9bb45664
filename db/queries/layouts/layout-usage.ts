import { type SQL, sql } from "drizzle-orm";
import type { LayoutUsage } from "#contract/v2/layouts.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

/* A step uses a layout when its email is sent in it, or a variant of that is, in the current version of its workflow. */

const currentSteps = ({ environmentId }: Scope): SQL => sql`
  from workflows w join workflow_steps s on s.version_id = w.version_id
  where w.environment_id = ${environmentId} and w.deleted_at is null`;

const uses = (id: string): SQL => {
  const variants = sql`${JSON.stringify([{ template: { layoutId: id } }])}::jsonb`;
  return sql`(s.template ->> 'layoutId' = ${id} or s.variants @> ${variants})`;
};

/** Whether a step uses the layout. */
export async function isLayoutUsed(transaction: Transaction, scope: Scope, id: string): Promise<boolean> {
  const [row] = await transaction.execute<{ used: boolean }>(sql`
    select exists (select ${currentSteps(scope)} and ${uses(id)}) as used`);
  return row?.used === true;
}

/** The workflows with steps that use the layout, the newest first, and these steps in their order. */
export async function workflowsUsingLayout(db: Executor, scope: Scope, id: string): Promise<LayoutUsage["workflows"]> {
  const rows = await db.execute<LayoutUsage["workflows"][number]>(sql`
    select w.id as "_id", w.name, w.identifier as "workflowId",
      jsonb_agg(jsonb_build_object('_id', s.step_id, 'name', coalesce(s.name, s.type)) order by s.position) as steps
    ${currentSteps(scope)} and ${uses(id)}
    group by w.id
    order by w.created_at desc, w.id desc`);
  return [...rows];
}

/** The numbers of steps that use each of the layouts. One that no step uses is not in it. */
export async function countUsingSteps(
  db: Executor,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute<{ id: string; count: number }>(sql`
    select used.id, count(*)::int as count
    from (
      select s.step_id, s.template ->> 'layoutId' as id ${currentSteps(scope)}
      union
      select s.step_id, variant #>> '{template,layoutId}' as id
      from workflows w
        join workflow_steps s on s.version_id = w.version_id
        cross join lateral jsonb_array_elements(s.variants) as variant
      where w.environment_id = ${scope.environmentId} and w.deleted_at is null
    ) as used
    where used.id = any(${sql.param([...ids])}::text[])
    group by used.id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
