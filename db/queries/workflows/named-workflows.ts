import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { withMissing } from "#domain/steps/step-issues.ts";
import type { Database } from "../../client.ts";
import { workflowSteps } from "../../schema/workflows/workflow-steps.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { StepRow } from "./workflow-steps.ts";

type NamingStep = Pick<StepRow, "type" | "metadata" | "issues">;

/** The control by which a step names another workflow, with the identifier. A template is known only when it is rendered. */
function namedWorkflow({ metadata }: NamingStep): { control: string; identifier: string } | undefined {
  const [control, identifier] =
    metadata.type === "trigger"
      ? ["workflowId", metadata.workflowId]
      : metadata.type === "wait_for_event"
        ? ["workflowIdentifier", metadata.workflowIdentifier]
        : [];
  return control !== undefined && identifier && !/\{[{%]/.test(identifier) ? { control, identifier } : undefined;
}

/** Whether a step of the current version names a workflow that the environment does not have, or that is inactive. */
export const namesUnavailable: SQL<boolean> = sql<boolean>`exists (
  select from ${workflowSteps} s
  where s.version_id = ${workflows.versionId} and s.type in ('trigger', 'wait_for_event')
    and coalesce(s.metadata ->> 'workflowId', s.metadata ->> 'workflowIdentifier') !~ '[{][{%]'
    and not exists (
      select from ${workflows} named
      where named.environment_id = s.environment_id and named.deleted_at is null and named.active
        and named.identifier = coalesce(s.metadata ->> 'workflowId', s.metadata ->> 'workflowIdentifier')))`;

/**
 * Returns the steps with an issue for each workflow that they name and that is not there, was deleted or is inactive. It is looked for
 * with each reading, as others delete, switch off and publish the workflow that is named.
 */
export async function withNamedWorkflows<T extends NamingStep>(
  db: Database,
  { environmentId }: Scope,
  steps: readonly T[],
): Promise<T[]> {
  const identifiers = steps.flatMap((step) => namedWorkflow(step)?.identifier ?? []);
  if (identifiers.length === 0) return [...steps];
  const found = await db
    .select({
      identifier: workflows.identifier,
      name: workflows.name,
      active: workflows.active,
      at: workflows.deletedAt,
    })
    .from(workflows)
    .where(and(eq(workflows.environmentId, environmentId), inArray(workflows.identifier, identifiers)))
    // The one that is there comes before those of its identifier that were deleted.
    .orderBy(sql`${workflows.deletedAt} is not null`, desc(workflows.deletedAt));
  return steps.map((step) => {
    const named = namedWorkflow(step);
    const message =
      named &&
      problemOf(
        named.identifier,
        found.find(({ identifier }) => identifier === named.identifier),
      );
    if (!named || message === undefined) return step;
    return {
      ...step,
      issues: { ...step.issues, controls: withMissing(step.issues?.controls, named.control, message) },
    };
  });
}

function problemOf(
  identifier: string,
  found: { name: string; active: boolean; at: Date | null } | undefined,
): string | undefined {
  if (!found) return `This environment has no workflow ${identifier}: choose another one`;
  if (found.at !== null) return `The workflow ${found.name} was deleted: choose another one`;
  return found.active ? undefined : `The workflow ${found.name} is inactive: activate it, or choose another one`;
}
