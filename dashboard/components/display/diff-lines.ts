import { diffArrays, diffWordsWithSpace } from "diff";

/** A part of a line, and whether the other side has it. */
interface DiffPart {
  text: string;
  changed: boolean;
}

export interface DiffLine {
  kind: "same" | "removed" | "added";
  /** Numbers of the line before and after, counted from 1. */
  before?: number;
  after?: number;
  parts: DiffPart[];
}

/** Compares two texts by lines, and lines that stand for each other by words. */
export function diffOfTexts(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let old = 0;
  let fresh = 0;
  const changes = diffArrays(before.split("\n"), after.split("\n"));
  for (const [index, { value: texts, added, removed }] of changes.entries()) {
    const following = removed ? changes[index + 1] : undefined;
    if (following?.added) {
      const opposite = following.value;
      const pairs = texts.map((text, line) => partsOf(text, opposite[line]));
      for (const [line, text] of texts.entries()) {
        old += 1;
        lines.push({ kind: "removed", before: old, parts: pairs[line]?.before ?? whole(text) });
      }
      for (const [line, text] of opposite.entries()) {
        fresh += 1;
        lines.push({ kind: "added", after: fresh, parts: pairs[line]?.after ?? whole(text) });
      }
      continue;
    }
    // Already there, beside what it replaces.
    if (added && changes[index - 1]?.removed) continue;
    for (const text of texts) {
      if (!added) old += 1;
      if (!removed) fresh += 1;
      const kind = added ? "added" : removed ? "removed" : "same";
      lines.push({ kind, ...(!added && { before: old }), ...(!removed && { after: fresh }), parts: whole(text, kind) });
    }
  }
  return lines;
}

const whole = (text: string, kind: DiffLine["kind"] = "added"): DiffPart[] => [{ text, changed: kind !== "same" }];

/** Returns the parts of a line before and after; all of it counts as changed where less than a third stays. */
function partsOf(before: string, after: string | undefined): { before: DiffPart[]; after: DiffPart[] } | undefined {
  if (after === undefined) return undefined;
  const words = diffWordsWithSpace(before, after);
  const kept = words.reduce(
    (sum, { value, added, removed }) => (added || removed ? sum : sum + value.trim().length),
    0,
  );
  if (kept * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  return {
    before: words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, changed: removed })),
    after: words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, changed: added })),
  };
}

/** Returns a JSON value as indented text, with the names of objects in order, so that only values differ. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (isRecord(each) ? sorted(each) : each), 2) ?? "";
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
