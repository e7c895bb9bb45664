import { controlledTypeOf } from "#api/controls/alternatives.ts";
import { compileStep } from "#api/controls/compile-step.ts";
import { controlTemplates } from "#api/controls/control-issues.ts";
import { shownInLiquid } from "#api/controls/values-in-liquid.ts";
import { compileTemplate, isUncompiled } from "#api/mjml/compile-template.ts";
import type { MjmlCompiler } from "#api/mjml/mjml-compiler.ts";
import { previewedMessage } from "#api/views/v2/previewed-message.ts";
import { isChannel } from "#contract/constants/channels.ts";
import type { Preview, PreviewStep } from "#contract/v2/workflows.ts";
import { givenValues } from "#contract/workflows/step-controls.ts";
import type { PreviewData } from "#contract/workflows/step-preview.ts";
import type { Database } from "#db/client.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { withVariableDefaults } from "#domain/payload.ts";
import { buildContext } from "#domain/templates/context.ts";
import { findPaths } from "#domain/templates/find-variables.ts";
import { missingVariables } from "#domain/templates/missing-variables.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";
import type { Explainer } from "#explain/explainer.ts";
import { layoutOfPreview } from "./layout-of-preview.ts";
import { type LoadedWorkflow, loadWorkflow } from "./load-workflow.ts";
import { stepByReference } from "./patch-step.ts";

export interface Services {
  db: Database;
  explainer: Pick<Explainer, "preview" | "previewTranslations" | "previewVariables">;
  mjml: MjmlCompiler;
}

type DataPreview = Pick<Preview, "message" | "problem" | "missing" | "translations">;

/** The message of a step as it is sent, and the recipient that it was rendered for. */
export interface RenderedStep extends Omit<DataPreview, "message"> {
  rendered?: Exclude<Awaited<ReturnType<Explainer["preview"]>>, { error: string }>;
  subscriber?: PlainObject;
  workflowId?: string;
}

/** Those that every message has: links of the recipient's own, and the parts of an email that its layout frames. */
const OF_MESSAGE = {
  subscriber: { preferencesUrl: "", unsubscribeUrl: "" },
  email: { body: "", blocks: [], subject: "", preheader: "" },
};

/** Returns the message of a step as its preview shows it. Throws as `renderStep` does. */
export async function previewMessageOfStep(...input: Parameters<typeof renderStep>): Promise<DataPreview> {
  const { rendered, subscriber: _recipient, workflowId: _workflow, ...about } = await renderStep(...input);
  return { ...about, ...(rendered && { message: previewedMessage(rendered) }) };
}

/**
 * Renders the message of a step for the data of an event that is not sent, as a run would. What cannot be rendered is a problem of the
 * preview. Throws `not_found` for a workflow, subscriber or tenant that is not there, and `invalid_input` for an unknown step.
 */
export async function renderStep(
  services: Services,
  scope: Scope,
  { workflowId, stepId }: { workflowId: string; stepId: string },
  input: StepInput,
): Promise<RenderedStep> {
  const loaded = await loadWorkflow(services.db, scope, workflowId);
  return renderLoaded(services, scope, { loaded, step: stepByReference(loaded, stepId) }, input);
}

type StepInput = Pick<PreviewStep, "controlValues"> & { data: PreviewData };

/** Renders the message of a step of a workflow that was loaded. */
export async function renderLoaded(
  { db, explainer, mjml }: Services,
  scope: Scope,
  { loaded, step }: { loaded: LoadedWorkflow; step: StepRow },
  { controlValues, data }: StepInput,
): Promise<RenderedStep> {
  if (step.bridgeStepId !== null) return problem("Your own code makes the content of this step when it is executed");
  const type = controlledTypeOf(step.type);
  if (!type || !isChannel(step.type)) return {};
  const values = givenValues(controlValues ? shownInLiquid(controlValues) : valuesOf(step));
  const layout = type === "email" ? (await layoutOfPreview(db, scope, values))?.layout : undefined;
  if (type === "email" && namesLayout(values) && !layout) return problem("No layout has this name", "layoutId");
  const variables = await explainer.previewVariables(scope, { steps: loaded.steps, step }, data);
  const branding = (await findOrganization(db, scope.organizationId))?.branding;
  const templates = controlTemplates(type, values);
  const faulty = faultIn(templates);
  if (faulty) return faulty;
  const built = compileStep(type, values, { name: step.name ?? type, layoutId: null });
  const { template, faults } = await compileTemplate(mjml, built.template);
  if (isUncompiled(template)) return problem(faults.join(" "), "body");
  const shown = {
    ...variables,
    channel: step.type,
    template,
    environmentId: scope.environmentId,
    layout,
    branding,
  };
  const [rendered, translations] = await Promise.all([explainer.preview(shown), explainer.previewTranslations(shown)]);
  const subscriber = { ...OF_MESSAGE.subscriber, ...variables.subscriber };
  const context = { ...OF_MESSAGE.email, ...buildContext({ ...variables, subscriber }) };
  const missing = missingVariables(
    [...templates.map(([, text]) => text), ...(layout ? [layout.content] : [])],
    withVariableDefaults(context, layout?.variables ?? []),
  );
  const about = { missing, ...(translations && { translations }) };
  if ("error" in rendered) return { ...problem(rendered.error), ...about };
  return { rendered, subscriber: variables.subscriber, workflowId: loaded.workflow.id, ...about };
}

const namesLayout = ({ layoutId }: PlainObject): boolean => typeof layoutId === "string" && layoutId !== "";

const problem = (message: string, path?: string): RenderedStep => ({
  problem: { message, ...(path !== undefined && { path }) },
});

/** The first control value that cannot be parsed: the render's own error does not say which one it is. */
function faultIn(templates: readonly (readonly [path: string, text: string])[]): RenderedStep | undefined {
  for (const [path, text] of templates) {
    try {
      findPaths(text);
    } catch (error) {
      if (error instanceof DomainError) return problem(error.message, path);
      throw error;
    }
  }
  return undefined;
}
