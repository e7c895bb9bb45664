import { splitAtLiquid } from "#contract/constants/templates/liquid-parts.ts";
import type { Filter, FilterPart } from "#contract/schemas/conditions.ts";
import { mapLeaves } from "../values/map-leaves.ts";

/** New identifiers of steps, by their former ones. */
export type Renames = ReadonlyMap<string, string>;

/** Returns conditions that name a step by its former identifier with the new one. */
export const renamedInFilters = (filters: readonly Filter[], renames: Renames): Filter[] =>
  filters.map((filter) => ({ ...filter, children: filter.children.map((child) => renamedChild(child, renames)) }));

function renamedChild(child: FilterPart | Filter, renames: Renames): FilterPart | Filter {
  if ("children" in child) return { ...child, children: child.children.map((inner) => renamedChild(inner, renames)) };
  const value = typeof child.value === "string" ? renamedInTemplate(child.value, renames) : child.value;
  const step = child.step === undefined ? undefined : (renames.get(child.step) ?? child.step);
  return { ...child, ...(step !== undefined && { step }), ...(value !== undefined && { value }) };
}

/**
 * Returns control values whose templates, rules and conditions name a step by its former identifier with the new one: `steps.former`
 * in templates and in the paths of rules and of documents of the block editor.
 */
export function renamedInValues(values: Record<string, unknown>, renames: Renames): Record<string, unknown> {
  if (renames.size === 0) return values;
  return mapLeaves(values, (leaf, path) => {
    if (typeof leaf !== "string") return leaf;
    if (path.includes("filters") && path.at(-1) === "step") return renames.get(leaf) ?? leaf;
    // A path stands by itself in rules, and in the attributes of documents.
    const isPath = /^steps\./.test(leaf) || leaf.startsWith("{");
    return isPath ? renamedPaths(leaf, renames) : renamedInTemplate(leaf, renames);
  });
}

const renamedInTemplate = (text: string, renames: Renames): string =>
  splitAtLiquid(text)
    .map((piece, index) => (index % 2 === 1 ? renamedPaths(piece, renames) : piece))
    .join("");

/** An identifier ends where no further character of one follows. */
const STEP_PATH = /\bsteps\.([\w-]+)/g;

const renamedPaths = (text: string, renames: Renames): string =>
  text.replace(STEP_PATH, (path, identifier: string) => {
    const renamed = renames.get(identifier);
    return renamed === undefined ? path : `steps.${renamed}`;
  });
