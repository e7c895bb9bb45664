import type { WorkflowInFile } from "#contract/workflows/workflow-file.ts";

type Step = WorkflowInFile["steps"][number];
type Values = Readonly<Record<string, unknown>>;
const REFERENCES = ["layoutId", "feedId"] as const;
type Reference = (typeof REFERENCES)[number];

/** For each kind of reference, the one to put in the place of another; undefined takes it out. */
export type ReferenceMaps = Readonly<Record<Reference, ReadonlyMap<string, string>>>;

/**
 * Returns steps whose layouts and feeds, those of variants too, are named as the maps say, with the names that have no place in these.
 * They are taken out: a message then has the default layout, or no feed.
 */
export function withReferences(
  steps: readonly Step[],
  maps: ReferenceMaps,
): { steps: Step[]; missing: { step: string; reference: Reference; value: string }[] } {
  const missing: { step: string; reference: Reference; value: string }[] = [];
  function replaced(values: Values, step: string): Record<string, unknown> {
    const next = { ...values };
    for (const reference of REFERENCES) {
      const value = values[reference];
      if (typeof value !== "string" || value === "") continue;
      const target = maps[reference].get(value);
      if (target === undefined) {
        delete next[reference];
        missing.push({ step, reference, value });
      } else next[reference] = target;
    }
    return next;
  }
  return {
    missing,
    steps: steps.map((step) => ({
      ...step,
      ...(step.controlValues && { controlValues: replaced(step.controlValues, step.name) }),
      ...(step.variants && {
        variants: step.variants.map((variant) => ({
          ...variant,
          ...(variant.controlValues && { controlValues: replaced(variant.controlValues, step.name) }),
        })),
      }),
    })),
  };
}

/** Returns the names of layouts or feeds in steps, each once. */
export const referencesIn = (steps: readonly Step[], reference: Reference): string[] => [
  ...new Set(
    steps
      .flatMap(({ controlValues, variants = [] }) => [
        controlValues,
        ...variants.map((variant) => variant.controlValues),
      ])
      .map((values) => values?.[reference])
      .filter((name): name is string => typeof name === "string" && name !== ""),
  ),
];

/** Reads the layouts that steps name, by these names; those that are not there are left out. */
export async function namedLayouts<T>(
  steps: readonly Step[],
  read: (reference: string) => Promise<T | null>,
): Promise<Map<string, T>> {
  const layouts = new Map<string, T>();
  for (const reference of referencesIn(steps, "layoutId")) {
    const layout = await read(reference);
    if (layout !== null) layouts.set(reference, layout);
  }
  return layouts;
}
