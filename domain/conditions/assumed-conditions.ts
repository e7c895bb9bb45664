import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";

/** Groups that always pass, and never do: a group without children passes, and one that does not say how its children are joined fails. */
const PASSES: Filter = { children: [] };
const FAILS: Filter = { children: [PASSES, PASSES] };

/**
 * Returns the conditions with fixed outcomes in place of those that nobody knows: the outcomes by which the whole is most likely to pass,
 * or least likely. Where both evaluate to the same, what is not known does not matter.
 */
export const withAssumed = (
  filters: readonly Filter[],
  isUnknown: (part: FilterPart) => boolean,
  outcome: "pass" | "fail",
): Filter[] => filters.map((group) => assumedGroup(group, isUnknown, outcome === "pass"));

function assumedGroup(group: Filter, isUnknown: (part: FilterPart) => boolean, passes: boolean): Filter {
  const childrenPass = group.isNegated ? !passes : passes;
  const children = group.children.map((child) => {
    if ("children" in child) return assumedGroup(child, isUnknown, childrenPass);
    if (!isUnknown(child)) return child;
    return childrenPass ? PASSES : FAILS;
  });
  return { ...group, children };
}
