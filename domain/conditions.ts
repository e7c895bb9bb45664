import {
  type ConditionContext,
  type ConditionRecord,
  evaluatePart,
  type FilterPart,
  type ResolveWebhook,
} from "./filter-parts.ts";

/** Conditions joined by AND or OR. A child that has children is a group in its turn. */
export interface FilterGroup {
  isNegated?: boolean | undefined;
  type?: string | undefined;
  value?: string | undefined;
  children?: readonly (FilterPart | FilterGroup)[] | undefined;
}

export interface FilterOutcome {
  passed: boolean;
  conditions: ConditionRecord[];
}

/**
 * Evaluates the conditions of a step, a variant or an integration (engine.md 3.1 to 3.5).
 * Several groups are alternatives: the first that passes decides. No conditions pass.
 * A webhook is asked only when nothing cheaper in its group decides; without `resolveWebhook` its answer is empty.
 */
export async function evaluateFilters(
  filters: readonly FilterGroup[] | null | undefined,
  context: ConditionContext,
  resolveWebhook?: ResolveWebhook,
): Promise<FilterOutcome> {
  const conditions: ConditionRecord[] = [];
  if (!filters || filters.length === 0) return { passed: true, conditions };
  const run: Evaluation = { context, resolveWebhook, conditions };
  for (const group of filters) {
    if (await evaluateGroup(group, run)) return { passed: true, conditions };
  }
  return { passed: false, conditions };
}

/** The earlier steps that the conditions ask about, so that their messages can be looked up beforehand. */
export function previousStepsIn(filters: readonly FilterGroup[] | null | undefined): string[] {
  const steps = (filters ?? [])
    .flatMap(partsOf)
    .flatMap(({ on, step }) => (on === "previousStep" && step ? [step] : []));
  return [...new Set(steps)];
}

interface Evaluation {
  context: ConditionContext;
  resolveWebhook: ResolveWebhook | undefined;
  conditions: ConditionRecord[];
}

async function evaluateGroup(group: FilterGroup, run: Evaluation): Promise<boolean> {
  const children = group.children ?? [];
  if (children.length === 0) return true;
  const isJoined = children.length === 1 || group.value === "AND" || group.value === "OR";
  if (!isJoined) return false;
  const ordered = [...children.filter((child) => !asksWebhook(child)), ...children.filter(asksWebhook)];
  const passed = group.value === "OR" ? await somePass(ordered, group, run) : await allPass(ordered, group, run);
  return group.isNegated ? !passed : passed;
}

async function somePass(children: readonly Child[], group: FilterGroup, run: Evaluation): Promise<boolean> {
  for (const child of children) {
    if (await evaluateChild(child, group, run)) return true;
  }
  return false;
}

/** All cheap children are evaluated, so that the record shows every one that fails; webhooks only if none did. */
async function allPass(children: readonly Child[], group: FilterGroup, run: Evaluation): Promise<boolean> {
  let passed = true;
  for (const child of children) {
    if (!passed && asksWebhook(child)) return false;
    if (!(await evaluateChild(child, group, run))) passed = false;
  }
  return passed;
}

type Child = FilterPart | FilterGroup;

async function evaluateChild(child: Child, group: FilterGroup, run: Evaluation): Promise<boolean> {
  if (isGroup(child)) return evaluateGroup(child, run);
  const record = await evaluatePart({ ...child, type: child.type ?? group.type }, run.context, run.resolveWebhook);
  run.conditions.push(record);
  return record.passed;
}

function isGroup(child: Child): child is FilterGroup {
  return "children" in child && Array.isArray(child.children);
}

function asksWebhook(child: Child): boolean {
  return isGroup(child) ? partsOf(child).some(({ on }) => on === "webhook") : child.on === "webhook";
}

function partsOf(group: FilterGroup): FilterPart[] {
  return (group.children ?? []).flatMap((child) => (isGroup(child) ? partsOf(child) : [child]));
}
