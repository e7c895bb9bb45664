import { choiceParam, patternParam, searchSchema } from "#dashboard/lists/search-schemas.ts";

const VIEWS = ["definition", "rendering"] as const;
export type ComparisonView = (typeof VIEWS)[number];
const viewParam = choiceParam(VIEWS);

/** The search parameters of the history: `versions=3` compares one with what is now, `versions=3,7` two with each other. */
export const VersionSearch = searchSchema({
  versions: patternParam(/^[1-9]\d{0,8}(,[1-9]\d{0,8})?$/),
  view: (value) => viewParam(value) ?? "definition",
});

/** The selected versions in the order in which they were selected, each once. */
export const selectedOf = (versions: string | undefined): number[] => [
  ...new Set((versions ?? "").split(",").filter(Boolean).map(Number)),
];

/** Returns the selection after a version was selected or not any more. Of three, the one that was selected first is left out. */
export function toggled(selected: readonly number[], version: number): string | undefined {
  const next = selected.includes(version)
    ? selected.filter((one) => one !== version)
    : [...selected, version].slice(-2);
  return next.length === 0 ? undefined : next.join(",");
}

/**
 * Returns the two versions that are compared, the earlier one first: two selected ones; one with the current one; the current one with
 * the one before among those of the history. Undefined where there is nothing to compare.
 */
export function comparedOf(
  selected: readonly number[],
  current: number,
  history: readonly number[],
): readonly [number, number] | undefined {
  const [first, second] = selected;
  if (first === undefined) return undefined;
  // Numbers count saves, and only versions that were used are left of them.
  const before = () => history.toSorted((one, another) => another - one).find((number) => number < current);
  const other = second ?? (first === current ? before() : current);
  return other === undefined ? undefined : [Math.min(first, other), Math.max(first, other)];
}
