import { controlledTypeOf } from "#api/controls/alternatives.ts";
import { compileStep } from "#api/controls/compile-step.ts";
import { variablesOf } from "#api/controls/control-issues.ts";
import { previewValues } from "#api/controls/preview-values.ts";
import { stepVariables } from "#api/controls/step-variables.ts";
import { shownInLiquid } from "#api/controls/values-in-liquid.ts";
import { exampleOf, placesUnder } from "#api/controls/variable-schema.ts";
import { compileTemplate } from "#api/mjml/compile-template.ts";
import type { MjmlCompiler } from "#api/mjml/mjml-compiler.ts";
import { contentIn } from "#api/views/in-app-content.ts";
import { usedVariables } from "#api/views/v2/workflows.ts";
import { isChannel } from "#contract/constants/channels.ts";
import type { MessageCta } from "#contract/messages.ts";
import type { Preview, PreviewStep } from "#contract/v2/workflows.ts";
import { givenValues } from "#contract/workflows/step-controls.ts";
import type { Database } from "#db/client.ts";
import { readContextData } from "#db/queries/events/contexts/read-contexts.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { Scope } from "#db/scope.ts";
import { contextViews, namedContexts } from "#domain/contexts.ts";
import type { FoundVariable } from "#domain/templates/find-variables.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { isPlainObject, type PlainObject } from "#domain/values/plain-object.ts";
import type { Explainer } from "#explain/explainer.ts";
import { layoutOfPreview } from "./layout-of-preview.ts";
import { loadWorkflow } from "./load-workflow.ts";
import { stepByReference } from "./patch-step.ts";
import { identifierOf } from "./plan-steps.ts";
import { describedVersion } from "./versions.ts";

interface Services {
  db: Database;
  explainer: Pick<Explainer, "preview">;
  mjml: MjmlCompiler;
}

/** The answer to whatever cannot be shown. */
export const NOTHING_TO_SHOW: Preview = { result: { preview: {} }, previewPayloadExample: {} };

/** Returns what a step shows for sample data. Throws `not_found`, and `invalid_input` for an unknown step. */
export async function previewStep(
  { db, explainer, mjml }: Services,
  scope: Scope,
  { workflowId, stepId }: { workflowId: string; stepId: string },
  { controlValues, previewPayload, version: number }: PreviewStep,
): Promise<Preview> {
  const current = await loadWorkflow(db, scope, workflowId);
  const loaded =
    number === undefined ? current : { ...current, ...(await describedVersion(db, current.workflow.id, number)) };
  const { version, steps } = loaded;
  const step = stepByReference(loaded, stepId);
  const type = controlledTypeOf(step.type);
  if (!type) return NOTHING_TO_SHOW;
  const given = controlValues ? shownInLiquid(controlValues) : valuesOf(step);
  const used = [...usedVariables(version, steps), ...variablesOf(type, givenValues(given))];
  const earlier = steps.slice(0, steps.indexOf(step)).map((row) => ({ identifier: identifierOf(row), type: row.type }));
  const values = previewValues(type, given, stepVariables(earlier, { used, payloadSchema: version.payloadSchema }));
  const around = type === "email" ? await layoutOfPreview(db, scope, values) : undefined;
  const variables = [...variablesOf(type, values), ...(around?.variables ?? [])];
  const example = exampleFor(variables, { payload: around?.payload ?? {} }, previewPayload ?? {});
  const shown = (preview: PlainObject): Preview => ({ result: { type, preview }, previewPayloadExample: example });
  const built = compileStep(type, values, { name: step.name ?? type, layoutId: null });
  const { template } = await compileTemplate(mjml, built.template);
  if (!isChannel(template.type)) {
    const { skip: _rule, ...others } = values;
    return shown(type === "delay" ? { type: "regular", ...others } : others);
  }
  const contexts = namedContexts(previewPayload?.context);
  const message = await explainer.preview({
    channel: template.type,
    template,
    environmentId: scope.environmentId,
    layout: around?.layout,
    branding: (await findOrganization(db, scope.organizationId))?.branding,
    // The language of translations, which need not be a variable of the step.
    subscriber: { ...localeOf(previewPayload?.subscriber), ...asObject(example.subscriber) },
    payload: asObject(example.payload),
    steps: asObject(example.steps),
    context: contextViews(contexts, await readContextData(db, scope, contexts)),
    givenEnv: textsOf(asObject(previewPayload?.env)),
  });
  if ("error" in message) return NOTHING_TO_SHOW;
  switch (message.channel) {
    case "email":
      return shown({ subject: message.subject, body: message.html });
    case "push":
      return shown({ subject: message.title, body: message.content });
    case "sms":
    case "chat":
      return shown({ body: message.content });
    case "in_app": {
      const { subject, content, format: contentFormat, actor, data, cta } = message;
      const avatar = actor?.data;
      return shown({
        ...(subject !== "" && { subject }),
        // Inboxes of version 3, for which these steps are made, show text.
        body: contentIn("text", { content, contentFormat }),
        ...(avatar && { avatar }),
        ...(data && { data }),
        ...actionsOf(cta),
      });
    }
  }
}

/** Buttons and address under the names of the controls. */
function actionsOf(cta: MessageCta | undefined): PlainObject {
  const action = (type: "primary" | "secondary") => {
    const button = cta?.action?.buttons?.find((one) => one.type === type);
    if (!button) return {};
    const { content: label, url, target } = button;
    return { [`${type}Action`]: { label, ...(url !== undefined && { redirect: { url, ...(target && { target }) } }) } };
  };
  return {
    ...action("primary"),
    ...action("secondary"),
    ...(cta?.data?.url !== undefined && { redirect: cta.data }),
  };
}

/** A sample for each variable that is used, or its default; the caller's values take the places that are there. */
function exampleFor(
  variables: readonly FoundVariable[],
  defaults: PlainObject,
  given: NonNullable<PreviewStep["previewPayload"]>,
): PlainObject {
  const sample = Object.fromEntries(
    (["subscriber", "payload", "steps"] as const).flatMap((root) => {
      const places = placesUnder(root, variables);
      return places.children.size > 0 ? [[root, exampleOf(places, root)] as const] : [];
    }),
  );
  return asObject(filled(filled(sample, defaults), given));
}

/** Lists and leaves are the caller's as a whole, where a sample has them. */
function filled(sample: unknown, given: unknown): unknown {
  if (given === undefined) return sample;
  if (!isPlainObject(sample)) return given;
  if (!isPlainObject(given)) return sample;
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [key, Object.hasOwn(given, key) ? filled(value, given[key]) : value]),
  );
}

const textsOf = (values: PlainObject): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value ?? "")]));

const localeOf = ({ locale }: PlainObject = {}): PlainObject => (locale === undefined ? {} : { locale });

const asObject = (value: unknown): PlainObject => (isPlainObject(value) ? value : {});
