import { compileStep } from "#api/controls/compile-step.ts";
import { controlIssues } from "#api/controls/control-issues.ts";
import { compileTemplate } from "#api/mjml/compile-template.ts";
import type { MjmlCompiler } from "#api/mjml/mjml-compiler.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { isDeepEqual } from "#domain/values/deep-equal.ts";
import type { StepPlan, VariantPlan } from "./plan-steps.ts";
import { type ControlIssues, layoutNamedBy, type References, referenceIssues } from "./references.ts";

/** The part of a step or variant that is executed, and what it was made from. */
export interface Content {
  template: MessageTemplate;
  metadata: StepMetadata;
  /** Null of what was saved with a template. */
  values: Record<string, unknown> | null;
}

export interface Building {
  plan: StepPlan;
  references: References;
  /** JSON schema of the variables that the step may use; undefined where any name is one of the payload. */
  variables: unknown;
  mjml: MjmlCompiler;
}

/** A stored step or variant that is built again. */
interface Stored extends Content {
  name: string;
}

/** Compiles control values, and says what is wrong with them. */
export async function buildContent(
  { plan, references, variables, mjml }: Building,
  { values }: Pick<StepPlan | VariantPlan, "values">,
  stored: Stored | undefined,
): Promise<Content & { controls: ControlIssues }> {
  const { template, metadata } = compiled(plan, values, references, plan.name);
  const inMjml = await compileTemplate(mjml, template);
  const controls = {
    ...withFaults(controlIssues(plan.type, values, variables), inMjml.faults),
    ...referenceIssues(plan.type, values, references),
  };
  if (!stored) return { template: inMjml.template, metadata, values, controls };
  const before = valuesOf({ ...stored, controls: stored.values });
  const isSame = isDeepEqual(before, values);
  // Most steps of a save are as they were.
  const was =
    isSame && stored.name === plan.name ? { template, metadata } : compiled(plan, before, references, stored.name);
  return {
    template: withMjml(withChanges(stored.template, was.template, template), template, inMjml.template),
    metadata: isDeepEqual(was.metadata, metadata) ? stored.metadata : metadata,
    values: isSame && stored.values === null ? null : values,
    controls,
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Adds the faults of MJML to the other issues of the body. */
function withFaults(issues: ControlIssues, faults: readonly string[]): ControlIssues {
  if (faults.length === 0) return issues;
  return {
    ...issues,
    body: [...faults.map((message) => ({ issueType: "MISSING_VALUE" as const, message })), ...(issues.body ?? [])],
  };
}

/** A template whose content was built of MJML, or no longer is. One that was compiled of the same before stays as it is. */
function withMjml(template: MessageTemplate, built: MessageTemplate, compiled: MessageTemplate): MessageTemplate {
  const { mjml, ...others } = template;
  if (mjml !== undefined && mjml === built.content) return template;
  const isBuilt = compiled.mjml !== undefined && template.content === compiled.mjml;
  return isBuilt ? { ...others, content: compiled.content, mjml: compiled.mjml } : others;
}

function compiled({ type }: StepPlan, { feedId, ...values }: Values, { layouts, feeds }: References, name: string) {
  const isThere = typeof feedId === "string" && feeds.has(feedId);
  const [layout] = layoutNamedBy(type, values);
  return compileStep(type, isThere ? { ...values, feedId } : values, {
    name,
    layoutId: (layout !== undefined && layouts.get(layout)) || null,
  });
}

/**
 * A stored template with what differs between two that were compiled. The rest stays as it is stored: what no control is for, and what
 * `/v1/workflows` writes in another way that means the same.
 */
function withChanges(stored: MessageTemplate, before: MessageTemplate, after: MessageTemplate): MessageTemplate {
  if (stored.type !== after.type) return after;
  const differs = (key: string) =>
    // What a name refers to may be another one than when it was saved.
    REFERENCES.has(key)
      ? (Reflect.get(stored, key) ?? null) !== (Reflect.get(after, key) ?? null)
      : !isDeepEqual(Reflect.get(before, key), Reflect.get(after, key));
  // The kind of a content goes with it.
  const isChanged = (key: string) => differs(key === "contentType" ? "content" : key);
  const kept = Object.entries(stored).filter(([key]) => !isChanged(key));
  const changed = Object.entries(after).filter(([key]) => isChanged(key));
  const { content } = differs("content") ? after : stored;
  return { ...Object.fromEntries([...kept, ...changed]), type: after.type, content };
}

const REFERENCES: ReadonlySet<string> = new Set(["layoutId", "feedId"]);

/** The step that is replaced, as it is stored. */
export function storedStepContent({ previous }: StepPlan): Stored | undefined {
  if (!previous) return undefined;
  const { template, metadata, controls, name, type } = previous;
  return { template, metadata, values: controls, name: name ?? type };
}

/** The variant that is replaced, as it is stored. */
export function storedVariantContent({ previous: step }: StepPlan, { previous }: VariantPlan): Stored | undefined {
  if (!previous || !step) return undefined;
  const { template, controls = null } = previous;
  return { template, metadata: {}, values: controls, name: step.name ?? step.type };
}
