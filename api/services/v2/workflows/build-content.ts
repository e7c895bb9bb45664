import type { ControlIssue, StepIssues } from "#contract/step-issues.ts";
import type { StepMetadata } from "#contract/step-metadata.ts";
import type { MessageTemplate } from "#contract/templates.ts";
import { findLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { isDeepEqual } from "#domain/deep-equal.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { isUuid } from "#domain/uuid.ts";
import { compileStep } from "../../../controls/compile-step.ts";
import { controlIssues } from "../../../controls/control-issues.ts";
import type { StepPlan, VariantPlan } from "./plan-steps.ts";

/** The part of a step or variant that is executed, and what it was made from. */
export interface Content {
  template: MessageTemplate;
  metadata: StepMetadata;
  /** Null of what was saved with a template. */
  values: Record<string, unknown> | null;
}

export interface Building {
  transaction: Transaction;
  scope: Scope;
  plan: StepPlan;
  feeds: ReadonlySet<string>;
  variables: unknown;
}

export type ControlIssues = NonNullable<StepIssues["controls"]>;

/** A stored step or variant that is built again. */
interface Stored extends Content {
  name: string;
}

/** Compiles control values, and says what is wrong with them. */
export async function buildContent(
  { transaction, scope, plan, feeds, variables }: Building,
  { values }: Pick<StepPlan | VariantPlan, "values">,
  stored: Stored | undefined,
): Promise<Content & { controls: ControlIssues }> {
  const controls = controlIssues(plan.type, values, variables);
  const compiled = async (of: Record<string, unknown>, name: string) => {
    const layout = await layoutOf(transaction, scope, plan.type, of);
    const [feedId] = feedIdOf(of);
    const isGone = feedId !== undefined && !feeds.has(feedId);
    const { feedId: _gone, ...others } = of;
    return { layout, feedId, isGone, ...compileStep(plan.type, isGone ? others : of, { name, layoutId: layout.id }) };
  };
  const { layout, feedId, isGone, template, metadata } = await compiled(values, plan.name);
  if (layout.fault) controls.layoutId = [missing("layoutId", layout.fault)];
  if (isGone) controls.feedId = [missing("feedId", `The feed ${feedId} does not exist in this environment`)];
  if (!stored) return { template, metadata, values, controls };
  const before = valuesOf({ ...stored, controls: stored.values });
  const was = await compiled(before, stored.name);
  const isUnchanged = stored.values === null && isDeepEqual(before, values);
  return {
    template: withChanges(stored.template, was.template, template),
    metadata: isDeepEqual(was.metadata, metadata) ? stored.metadata : metadata,
    values: isUnchanged ? null : values,
    controls,
  };
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

export const missing = (variableName: string, message: string): ControlIssue => ({
  issueType: "MISSING_VALUE",
  variableName,
  message,
});

/** The feed that control values name. */
export const feedIdOf = ({ feedId }: Readonly<Record<string, unknown>>): string[] =>
  typeof feedId === "string" && isUuid(feedId) ? [feedId] : [];

async function layoutOf(
  transaction: Transaction,
  scope: Scope,
  type: StepPlan["type"],
  { layoutId }: Readonly<Record<string, unknown>>,
): Promise<{ id: string | null; fault?: string }> {
  if (type !== "email" || typeof layoutId !== "string" || layoutId === "") return { id: null };
  const found = await findLayoutByReference(transaction, scope, layoutId);
  return found ? { id: found } : { id: null, fault: `The layout ${layoutId} does not exist in this environment` };
}
