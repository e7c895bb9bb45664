import type { ReactNode } from "react";
import type { Import } from "#contract/imports.ts";
import { Section } from "#dashboard/components/section.tsx";
import { ImportProblems } from "./import-problems.tsx";
import { ImportBar } from "./import-progress.tsx";
import { isActive, progressText } from "./import-texts.ts";

/** How far an import is, or what a check found, and the lines with problems. */
export function ImportResult({ row, action }: { row: Import; action?: ReactNode }) {
  return (
    <>
      <Section title={row.dryRun ? "Check" : "Progress"} text={progressText(row)} action={action}>
        <ImportBar row={row} />
      </Section>
      {/* Read once: lines are added to it until the end. */}
      {!isActive(row) && <ImportProblems row={row} />}
    </>
  );
}
