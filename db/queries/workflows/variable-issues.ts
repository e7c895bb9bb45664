import { type SQL, sql } from "drizzle-orm";
import type { ControlIssue } from "#contract/workflows/step-issues.ts";
import { groupedBy } from "#domain/values/grouped-by.ts";
import type { Database } from "../../client.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { variablesOfStep } from "../environments/named-variables.ts";
import type { StepRow } from "./workflow-steps.ts";

type NamingStep = Pick<StepRow, "stepId" | "versionId" | "issues">;

/** Selects whether `env` may be a name of payloads: it is one where an organisation has no variables, in templates of version 1. */
const mayBePayload = sql`(s.controls is null and not exists (
  select from environment_variables e where e.organization_id = s.organization_id))`;

/** The variable of the name, with whether it has a value in the environment of the step. */
const found = (key: SQL): SQL => sql`(
  select e.is_secret, exists (
      select from environment_variable_values x where x.variable_id = e.id and x.environment_id = s.environment_id) as has_value
  from environment_variables e where e.organization_id = s.organization_id and e.key = ${key})`;

const isWrong = sql`(e.has_value is not true or (e.is_secret and s.type = 'in_app'))`;

/** Whether a step of the current version names a variable that the environment has no value for, or shows a secret in inboxes. */
export const namesLackingVariable: SQL<boolean> = sql<boolean>`exists (
  select from workflow_steps s
    cross join lateral ${variablesOfStep(sql`s`)} as v
    left join lateral ${found(sql`v.key`)} as e on true
  where s.version_id = ${workflows.versionId} and not ${mayBePayload} and ${isWrong})`;

interface Wrong {
  versionId: string;
  stepId: string;
  control: string;
  key: string;
  isKnown: boolean;
  hasValue: boolean;
  environment: string;
}

/**
 * Returns the steps with an issue for each environment variable that they name and that has no value, or that inboxes would show masked.
 * It is looked for with each reading, as others set and delete variables.
 */
export async function withVariableIssues<T extends NamingStep>(db: Database, steps: readonly T[]): Promise<T[]> {
  const versionIds = [...new Set(steps.map(({ versionId }) => versionId))];
  if (versionIds.length === 0) return [...steps];
  const rows = (await db.execute(sql`
    select s.version_id as "versionId", s.step_id as "stepId", v.control, v.key, e.is_secret is not null as "isKnown",
      coalesce(e.has_value, false) as "hasValue", coalesce(n.name, '') as environment
    from workflow_steps s
      cross join lateral ${variablesOfStep(sql`s`)} as v
      left join lateral ${found(sql`v.key`)} as e on true
      left join environments n on n.id = s.environment_id
    where s.version_id = any(${sql.param(versionIds)}::uuid[]) and not ${mayBePayload} and ${isWrong}
    order by v.key`)) as unknown as Wrong[];
  const wrong = groupedBy(rows, ({ versionId, stepId }) => `${versionId} ${stepId}`);
  return steps.map((step) => {
    const own = wrong.get(`${step.versionId} ${step.stepId}`);
    if (!own) return step;
    const controls = { ...step.issues?.controls };
    for (const one of own) controls[one.control] = [...(controls[one.control] ?? []), issueOf(one)];
    return { ...step, issues: { ...step.issues, controls } };
  });
}

function issueOf(one: Wrong): ControlIssue {
  return {
    issueType: "ILLEGAL_VARIABLE_IN_CONTROL_VALUE",
    variableName: `{{env.${one.key}}}`,
    message: messageOf(one),
  };
}

function messageOf({ key, isKnown, hasValue, environment }: Wrong): string {
  if (!isKnown) return `There is no environment variable ${key}: create it on Settings, Environment variables`;
  return hasValue
    ? `The environment variable ${key} is secret, and inboxes show a mask in its place: use one that is not secret`
    : `The environment variable ${key} has no value in ${environment}: set one on Settings, Environment variables`;
}
