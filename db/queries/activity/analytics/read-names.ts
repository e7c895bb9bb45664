import { and, eq, inArray } from "drizzle-orm";
import type { StepType } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { workflows } from "#db/schema/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";

/** Returns the names of workflows by their ids, also of deleted ones. */
export async function findNamesOfWorkflows(
  db: Database,
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(and(eq(workflows.environmentId, environmentId), inArray(workflows.id, [...ids])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface NamedStep {
  stepId: string;
  name: string | null;
  type: StepType;
}

/** Returns the steps of the newest version of a workflow in their order. */
export const findNamesOfSteps = (
  { $client: sql }: Database,
  { environmentId }: Scope,
  workflowId: string,
): Promise<NamedStep[]> => sql<NamedStep[]>`
  select s.step_id as "stepId", s.name, s.type from workflow_steps s
  where s.type <> 'trigger' and s.version_id = (
    select v.id from workflow_versions v
    where v.environment_id = ${environmentId} and v.workflow_id = ${workflowId} order by v.number desc limit 1)
  order by s.position`;
