import { randomUUID } from "node:crypto";
import type { ExplainEvent, Explanation, SimulateWorkflow, Simulation } from "#contract/explain.ts";
import type { StepInput } from "#contract/workflows/steps.ts";
import type { Database } from "#db/client.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import { nextSteps } from "#db/queries/workflows/workflow-steps.ts";
import { findWorkflowByTrigger } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { extractVariables } from "#domain/templates/variables.ts";
import { checkEvent } from "#events/check-event.ts";
import type { Explainer } from "#explain/explainer.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { type ExplainedWorkflow, explanationView, refusalView } from "../../views/activity/explanation.ts";
import { simulationView } from "../../views/activity/simulation.ts";
import { compiledSteps } from "../workflows/compiled-steps.ts";
import { requireKnownIds } from "../workflows/draft-steps.ts";

interface Services {
  db: Database;
  explainer: Explainer;
  mjml: MjmlCompiler;
}

/**
 * Says what would become of an event, by the code that decides real ones. Throws as a trigger, and
 * `invalid_input` naming the field of a draft's step.
 */
export async function explainEvent(
  { db, explainer, mjml }: Services,
  scope: Scope,
  { steps: draft, webhookAnswers, broadcast, limit, ...request }: ExplainEvent,
): Promise<Explanation> {
  const found = await workflowOf({ db, mjml }, scope, request.name, draft);
  const audience = broadcast ? "broadcast" : "direct";
  const transactionId = request.transactionId ?? randomUUID();
  const checked = await checkEvent(db, { scope, request: requestOf(request), audience, transactionId }, found);
  if ("refused" in checked) return refusalView(checked.refused.status, found);
  const { event, steps, dropped, problems } = checked;
  const explained = await explainer.explain({ event, steps, webhookAnswers: answersOf(webhookAnswers), limit });
  return explanationView(explained, { ...found, event, dropped, problems });
}

/** Says what would have been sent, had earlier events met the workflow as it is, or as a draft would make it. */
export async function simulateWorkflow(
  { db, explainer, mjml }: Services,
  scope: Scope,
  { name, steps: draft, webhookAnswers, last, after, before }: SimulateWorkflow,
): Promise<Simulation> {
  const found = await workflowOf({ db, mjml }, scope, name, draft);
  const { workflow, version } = found;
  const simulation = await explainer.simulate({
    scope,
    workflowId: workflow.id,
    workflowVersionId: version.version.id,
    steps: version.steps,
    limit: last,
    webhookAnswers: answersOf(webhookAnswers),
    after: after === undefined ? undefined : new Date(after),
    before: before === undefined ? undefined : new Date(before),
  });
  return simulationView(simulation, found);
}

async function workflowOf(
  { db, mjml }: Pick<Services, "db" | "mjml">,
  scope: Scope,
  name: string,
  draft: readonly StepInput[] | undefined,
): Promise<ExplainedWorkflow> {
  const workflow = await findWorkflowByTrigger(db, scope, name);
  if (!workflow) throw new DomainError("workflow_not_found", "workflow_not_found");
  const { version, steps } = await pinnedVersion(db, workflow.versionId);
  if (!draft) return { workflow, version: { version, steps }, isDraft: false };
  const drafts = await compiledSteps(mjml, draft);
  requireKnownIds(drafts, steps);
  const { organizationId, environmentId } = scope;
  const drafted = nextSteps(drafts, steps);
  return {
    workflow,
    version: {
      version: { ...version, variables: extractVariables(drafted) },
      steps: drafted.map((step, position) => ({
        organizationId,
        environmentId,
        versionId: version.id,
        position,
        ...step,
      })),
    },
    isDraft: true,
  };
}

type Explained = Omit<ExplainEvent, "steps" | "webhookAnswers" | "broadcast" | "limit">;

/** Whether there is a `to` has been checked, and checking reads it only for an event that is no broadcast. */
const requestOf = ({ to, ...request }: Explained) => ({ ...request, to: to ?? [] });

const answersOf = (answers: ExplainEvent["webhookAnswers"]): ReadonlyMap<string, unknown> =>
  new Map(answers.map(({ webhookUrl, answer }) => [webhookUrl, answer]));
