import { isChannel } from "#contract/constants/channels.ts";
import type { PublicationRendering, RenderedDifference, RenderedSide } from "#contract/workflows/publications.ts";
import { promotedStepIdOf } from "#db/derived-ids.ts";
import { findLayout } from "#db/queries/layouts/layouts.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { isDeepEqual } from "#domain/values/deep-equal.ts";
import { isPlainObject, type PlainObject } from "#domain/values/plain-object.ts";
import type { AuthoredCall } from "../../caller.ts";
import { payloadExample, withMissing } from "../../controls/payload-example.ts";
import { previewedMessage } from "../../views/v2/previewed-message.ts";
import { usedVariables } from "../../views/v2/workflows.ts";
import { renderLayout } from "../layouts/preview-layout.ts";
import { type LoadedWorkflow, loadWorkflow } from "../v2/workflows/load-workflow.ts";
import { identifierOf } from "../v2/workflows/plan-steps.ts";
import { type Services as PreviewServices, renderLoaded } from "../v2/workflows/preview-message.ts";
import type { SaveServices } from "../workflows/store-workflow.ts";
import { publishEnvironment } from "./publish-environment.ts";
import type { Published } from "./published.ts";

type Services = SaveServices & PreviewServices;

interface Asked {
  sourceEnvironmentId?: string | undefined;
  targetEnvironmentId: string;
  resourceId: string;
}

/** Events of a digest in what is rendered. */
const DIGEST_EVENTS = 2;

/**
 * Renders a workflow's messages, or a layout, as both environments have it by now, each with its own content, layouts, translations and
 * variables, for one example of a payload. Throws as `publishEnvironment` does, and `not_found` for what the source does not have.
 */
export async function renderDifference(
  services: Services,
  call: AuthoredCall,
  { sourceEnvironmentId, targetEnvironmentId, resourceId }: Asked,
): Promise<PublicationRendering> {
  const { source, target, published } = await publishEnvironment(services, call, {
    source: sourceEnvironmentId,
    target: targetEnvironmentId,
    only: [resourceId],
    dryRun: true,
  });
  const one = published.find(({ resource }) => resource.id === resourceId);
  if (!one) throw notFound(`No workflow or layout with id ${resourceId} can be published from this environment`);
  if (one.resource.kind === "translation_group") {
    throw notFound("A translation group is seen where it is printed: name a workflow or a layout");
  }
  const render = one.resource.kind === "layout" ? renderLayouts : renderWorkflows;
  const rendered = await render(services, { source, target }, one);
  const differences = rendered.filter(({ source: ours, target: theirs }) => !isDeepEqual(ours, theirs));
  return { differences, unchanged: rendered.length - differences.length };
}

interface Environments {
  source: Scope;
  target: Scope;
}

async function renderLayouts(services: Services, scopes: Environments, one: Published): Promise<RenderedDifference[]> {
  const side = async (scope: Scope, id: string | undefined): Promise<RenderedSide | null> => {
    const layout = id === undefined ? undefined : await findLayout(services.db, scope, id);
    if (!layout) return null;
    const rendering = renderLayout(services, scope, layout, {});
    return orProblem(rendering.then(({ rendered }) => ({ message: previewedMessage(rendered) })));
  };
  const { id: _id, name } = one.resource;
  const [source, target] = [await side(scopes.source, _id), await side(scopes.target, one.target?.id)];
  return source || target ? [{ _id, name, source, target }] : [];
}

async function renderWorkflows(
  services: Services,
  scopes: Environments,
  one: Published,
): Promise<RenderedDifference[]> {
  const [ours, theirs] = await Promise.all([
    one.source === null ? undefined : loadWorkflow(services.db, scopes.source, one.source.id),
    one.target === null ? undefined : loadWorkflow(services.db, scopes.target, one.target.id),
  ]);
  const payload = samplePayload(ours, theirs);
  const rendered: RenderedDifference[] = [];
  for (const { _id, name, source, target } of paired(contentsOf(ours), contentsOf(theirs), scopes.target)) {
    rendered.push({
      _id,
      name,
      source: await renderContent(services, scopes.source, source, payload),
      target: await renderContent(services, scopes.target, target, payload),
    });
  }
  return rendered;
}

/** A step, or a variant of one, that sends something. */
interface Content {
  loaded: LoadedWorkflow;
  step: StepRow;
  id: string;
  /** Of a variant: with the identifier of its step. */
  key: string;
  name: string;
  values: PlainObject;
}

function contentsOf(loaded: LoadedWorkflow | undefined): Content[] {
  if (!loaded) return [];
  return loaded.steps.flatMap((step) => {
    if (!isChannel(step.type)) return [];
    const of = step.name?.trim() || `The ${step.type.replace("_", "-")} step`;
    const key = identifierOf(step);
    const own = { loaded, step, id: step.stepId, key, name: of, values: valuesOf(step) };
    const variants = step.variants.map(({ variantId: id, name, ...variant }) => ({
      loaded,
      step,
      id,
      key: `${key}/${name ?? id}`,
      values: valuesOf(variant),
      name: `${of}: ${name?.trim() || "a variant"}`,
    }));
    return [own, ...variants];
  });
}

/** Contents that are copies of each other; those that the target alone has come last. */
function paired(ours: readonly Content[], theirs: readonly Content[], { environmentId }: Scope) {
  const left = [...theirs];
  const both = ours.map((source) => {
    const copyId = promotedStepIdOf(environmentId, source.id);
    const byId = left.findIndex(({ id }) => id === copyId);
    const index = byId >= 0 ? byId : left.findIndex(({ key }) => key === source.key);
    const [target] = index >= 0 ? left.splice(index, 1) : [];
    return { _id: source.id, name: source.name, source, target };
  });
  return [...both, ...left.map((target) => ({ _id: target.id, name: target.name, source: undefined, target }))];
}

async function renderContent(
  services: Services,
  scope: Scope,
  content: Content | undefined,
  payload: PlainObject,
): Promise<RenderedSide | null> {
  if (!content) return null;
  const digestEvents = Array.from({ length: DIGEST_EVENTS }, () => payload);
  const input = { controlValues: content.values, data: { payload, digestEvents } };
  const side = renderLoaded(services, scope, content, input).then(
    ({ rendered, problem }): RenderedSide => ({
      ...(rendered && { message: previewedMessage(rendered) }),
      ...(problem && { problem: problem.message }),
    }),
  );
  return orProblem(side);
}

/** A message that cannot be rendered says why in its place. */
async function orProblem(side: Promise<RenderedSide>): Promise<RenderedSide> {
  try {
    return await side;
  } catch (error) {
    if (error instanceof DomainError) return { problem: error.message };
    throw error;
  }
}

/** The example of the source's payload, with what the target's templates use besides: the same for both, so that only contents differ. */
function samplePayload(ours: LoadedWorkflow | undefined, theirs: LoadedWorkflow | undefined): PlainObject {
  const [example, other] = [ours, theirs].map((loaded) =>
    loaded
      ? payloadExample({
          used: usedVariables(loaded.version, loaded.steps),
          payloadSchema: loaded.version.payloadSchema,
        })
      : {},
  );
  const whole = withMissing(example ?? {}, other ?? {});
  return isPlainObject(whole) ? whole : {};
}
