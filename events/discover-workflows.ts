import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { PAYLOAD_MAX_DEPTH } from "#contract/constants/limits.ts";
import { isNestedDeeper } from "#contract/constants/values/json-depth.ts";
import { type DiscoveredWorkflow, DiscoveredWorkflow as Workflow } from "#contract/workflows/bridge.ts";
import type { BridgeWorkflow } from "#db/queries/bridge/bridge-workflows.ts";
import { DomainError } from "#domain/errors.ts";
import { bridgeDefinition } from "#domain/steps/bridge-definition.ts";

/** Workflows of one bridge. Each sync locks and compares all of them. */
const WORKFLOWS_MAX = 500;
/** Longest definition that is stored, in characters of JSON: a worker keeps those of the workflows in use in memory. */
const DEFINITION_MAX = 500_000;

/** The workflows that a bridge lists. Throws `invalid_input` with everything that is wrong with them. */
export function parseWorkflows(listed: readonly unknown[]): BridgeWorkflow[] {
  if (listed.length > WORKFLOWS_MAX) {
    throw new DomainError(
      "invalid_input",
      `The bridge lists ${listed.length} workflows, at most ${WORKFLOWS_MAX}: divide them among environments`,
    );
  }
  const issues: string[] = [];
  const workflows = listed.flatMap((workflow, index) => {
    const parsed = parse(workflow, `workflows.${index}`);
    if ("issues" in parsed) issues.push(...parsed.issues);
    return "workflow" in parsed ? [parsed.workflow] : [];
  });
  const ids = workflows.map(({ definition }) => definition.workflowId);
  const twice = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  issues.push(...[...twice].map((id) => `The bridge lists the workflow ${id} twice: rename one of them`));
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
  return workflows;
}

/** The one with this id; undefined when the bridge does not list it. Throws `invalid_input` for what is wrong with it. */
export function parseWorkflow(listed: readonly unknown[], workflowId: string): BridgeWorkflow | undefined {
  const found = listed.find(
    (workflow) =>
      typeof workflow === "object" &&
      workflow !== null &&
      "workflowId" in workflow &&
      workflow.workflowId === workflowId,
  );
  if (found === undefined) return undefined;
  const parsed = parse(found, `workflow ${workflowId}`);
  if ("issues" in parsed) throw new DomainError("invalid_input", parsed.issues);
  return parsed.workflow;
}

function parse(listed: unknown, name: string): { workflow: BridgeWorkflow } | { issues: string[] } {
  const parsed = Workflow.safeParse(listed);
  if (!parsed.success) {
    return { issues: parsed.error.issues.map((issue) => `${[name, ...issue.path].join(".")} ${issueSentence(issue)}`) };
  }
  const definition = bridgeDefinition(parsed.data);
  if (isNestedDeeper(definition, PAYLOAD_MAX_DEPTH)) {
    return { issues: [`${name} is nested more than ${PAYLOAD_MAX_DEPTH} levels deep: simplify its schemas`] };
  }
  const length = JSON.stringify(definition).length;
  if (length > DEFINITION_MAX) {
    return { issues: [`${name} is ${length} characters of JSON, at most ${DEFINITION_MAX}: shorten its schemas`] };
  }
  return { workflow: { definition, active: parsed.data.active ?? true, stopping: stoppingSteps(parsed.data) } };
}

const stoppingSteps = ({ steps }: DiscoveredWorkflow): ReadonlySet<string> =>
  new Set(steps.flatMap(({ stepId, options }) => (options?.failOnErrorEnabled ? [stepId] : [])));
