import { isFinished } from "#contract/constants/templates/unfinished-conditions.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { type ConditionContext, type ConditionRecord, evaluatePart, type ResolveWebhook } from "./filter-parts.ts";

export interface FilterOutcome {
  passed: boolean;
  conditions: ConditionRecord[];
}

/**
 * Evaluates the conditions of a step, a variant or an integration.
 * Several groups are alternatives: the first that passes decides. No conditions pass. A condition that lacks its field or its value takes
 * no part, nor does a group of nothing but such conditions.
 * A webhook is asked only when nothing cheaper in its group decides; without `resolveWebhook` its answer is empty.
 */
export async function evaluateFilters(
  filters: readonly Filter[],
  context: ConditionContext,
  resolveWebhook?: ResolveWebhook,
): Promise<FilterOutcome> {
  const conditions: ConditionRecord[] = [];
  const groups = filters.filter(takesPart);
  if (groups.length === 0) return { passed: true, conditions };
  const run: Evaluation = { context, resolveWebhook, conditions };
  for (const group of groups) {
    if (await evaluateGroup(group, run)) return { passed: true, conditions };
  }
  return { passed: false, conditions };
}

const takesPart = (child: Filter | FilterPart): boolean =>
  "children" in child ? child.children.length === 0 || child.children.some(takesPart) : isFinished(child);

/** Returns the conditions of all groups, also of groups inside groups, in order. */
export function partsOf(filters: readonly (Filter | FilterPart)[]): FilterPart[] {
  return filters.flatMap((child) => ("children" in child ? partsOf(child.children) : [child]));
}

export interface PlacedPart {
  /** Its place below the conditions: `filters.0.children.1`. */
  readonly path: string;
  readonly part: FilterPart;
}

/** Returns the conditions of all groups with their places. */
export const placedParts = (filters: readonly (Filter | FilterPart)[], path: string): PlacedPart[] =>
  filters.flatMap((child, index): PlacedPart[] => {
    const place = `${path}.${index}`;
    return "children" in child ? placedParts(child.children, `${place}.children`) : [{ path: place, part: child }];
  });

/** Whether a webhook may have to be asked to evaluate the conditions. */
export const asksWebhooks = (filters: readonly (Filter | FilterPart)[]): boolean =>
  partsOf(filters).some(({ on }) => on === "webhook");

/** The earlier steps that the conditions ask about, so that their messages can be looked up beforehand. */
export function previousStepsIn(filters: readonly Filter[]): string[] {
  const steps = partsOf(filters).flatMap(({ on, step }) => (on === "previousStep" && step ? [step] : []));
  return [...new Set(steps)];
}

interface Evaluation {
  context: ConditionContext;
  resolveWebhook: ResolveWebhook | undefined;
  conditions: ConditionRecord[];
}

async function evaluateGroup(group: Filter, run: Evaluation): Promise<boolean> {
  const children = group.children.filter(takesPart);
  if (children.length === 0) return true;
  const isJoined = children.length === 1 || group.value !== undefined;
  if (!isJoined) return false;
  const ordered = [...children.filter((child) => !asksWebhook(child)), ...children.filter(asksWebhook)];
  const passed = group.value === "OR" ? await somePass(ordered, group, run) : await allPass(ordered, group, run);
  return group.isNegated ? !passed : passed;
}

async function somePass(children: readonly Child[], group: Filter, run: Evaluation): Promise<boolean> {
  for (const child of children) {
    if (await evaluateChild(child, group, run)) return true;
  }
  return false;
}

/** All cheap children are evaluated, so that the record shows every one that fails; webhooks only if none did. */
async function allPass(children: readonly Child[], group: Filter, run: Evaluation): Promise<boolean> {
  let passed = true;
  for (const child of children) {
    if (!passed && asksWebhook(child)) return false;
    if (!(await evaluateChild(child, group, run))) passed = false;
  }
  return passed;
}

type Child = FilterPart | Filter;

async function evaluateChild(child: Child, group: Filter, run: Evaluation): Promise<boolean> {
  if ("children" in child) return evaluateGroup(child, run);
  const { context, resolveWebhook } = run;
  const record = await evaluatePart(child, context, { resolveWebhook, asDates: group.type === "DATE" });
  run.conditions.push(record);
  return record.passed;
}

const asksWebhook = (child: Child): boolean => asksWebhooks([child]);
