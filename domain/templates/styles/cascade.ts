import type { RuleSelector } from "./match-selectors.ts";
import type { Declaration } from "./style-sheet.ts";

/** A declaration as it applies to an element: by a selector of a rule, or by the style attribute. */
export interface Applied {
  /** Undefined for the style attribute. */
  selector: RuleSelector | undefined;
  declaration: Declaration;
  /** Place among the declarations of its rule or attribute. */
  place: number;
}

/** Those of the selectors that decide how strong the declarations of their rules are, the weakest rule first. */
export function strongestOfRules(selectors: readonly RuleSelector[]): RuleSelector[] {
  const byRule = new Map<number, RuleSelector>();
  for (const selector of selectors) {
    const known = byRule.get(selector.rule.order);
    if (!known || known.specificity < selector.specificity) byRule.set(selector.rule.order, selector);
  }
  return [...byRule.values()].sort((a, b) => a.specificity - b.specificity || a.rule.order - b.rule.order);
}

export const appliedBy = (selector: RuleSelector): Applied[] =>
  selector.rule.declarations.map((declaration, place) => ({ selector, declaration, place }));

/** Whether the first one wins where both set the same: by importance, and else as `isStronger`. */
export function beats(one: Applied, other: Applied): boolean {
  const isImportant = one.declaration.isImportant;
  return isImportant === other.declaration.isImportant ? isStronger(one, other) : isImportant;
}

/** Whether the first one wins where both are equally important: style attributes, then specificity, then order. */
export function isStronger(one: Applied, other: Applied): boolean {
  const [a, b] = [one.selector, other.selector];
  if (!a || !b) return a === b ? one.place > other.place : a === undefined;
  if (a.specificity !== b.specificity) return a.specificity > b.specificity;
  return a.rule.order === b.rule.order ? one.place > other.place : a.rule.order > b.rule.order;
}
