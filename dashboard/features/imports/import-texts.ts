import type { DataKind } from "#contract/constants/imports.ts";
import type { Import } from "#contract/imports.ts";
import { countText, numberText } from "#dashboard/components/display/count-text.ts";

/** Names of the kinds of files, of what a line of one is, and of what the file needs. */
export const KINDS: Readonly<Record<DataKind, { name: string; line: string; key: string; text: string }>> = {
  subscribers: {
    name: "Subscribers",
    line: "subscriber",
    key: "subscriber ID",
    text: "Each line is a person: new ones are created, known ones updated. Empty cells change nothing.",
  },
  topics: {
    name: "Topics and members",
    line: "line",
    key: "topic key",
    text: "Each line is a member of a topic. Missing topics are created, and no member is removed.",
  },
  preferences: {
    name: "Preferences",
    line: "preference",
    key: "subscriber ID",
    text: "Each line is what a person chose for a workflow, or for all workflows.",
  },
  suppressions: {
    name: "Suppressed addresses",
    line: "suppression",
    key: "address",
    text: "Each line is an address that gets nothing more.",
  },
};

export const isActive = ({ state }: Pick<Import, "state">): boolean => state === "pending" || state === "running";

/** Returns the progress as a sentence: "12 created, 3 updated, 1 with problems". */
export function progressText(row: Import): string {
  const { total, done, created, updated, unchanged, failed, dryRun } = row;
  if (isActive(row)) return `${numberText(done)} of ${countText(total, "line")} ${dryRun ? "checked" : "done"}`;
  const parts: [count: number, text: string][] = [
    [created, dryRun ? "to create" : "created"],
    [updated, dryRun ? "to update" : "updated"],
    [unchanged, "unchanged"],
    [failed, "with problems"],
  ];
  const texts = parts.filter(([count]) => count > 0).map(([count, text]) => `${numberText(count)} ${text}`);
  if (done < total) texts.push(`${numberText(total - done)} not reached`);
  return texts.join(", ");
}

/** Lines that an import would write, by its check. */
export const importable = ({ created, updated }: Import): number => created + updated;
