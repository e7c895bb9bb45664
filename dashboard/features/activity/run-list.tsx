import { type ReactNode, Suspense, useRef } from "react";
import type { Activity } from "#contract/notifications.ts";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRowSelection } from "#dashboard/lists/use-row-selection.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { RunTable } from "./run-table.tsx";

// What is needed once something is selected is not part of the list's first load.
const ResumeSelected = lazyNamed(() => import("./resume/resume-selected.tsx"), "ResumeSelected");

/** A page of runs, of which some can be selected by those who may resume them. */
export function RunList({ runs, pager }: { runs: Activity[]; pager: ReactNode }) {
  const { may } = useEnvironment();
  const selection = useRowSelection(runs.map(({ _id }) => _id));
  // Once loaded the bar stays, so that screen readers are told of later selections.
  const wasSelected = useRef(false);
  if (selection.selected.length > 0) wasSelected.current = true;
  return (
    <>
      <RunTable runs={runs} {...(may("environment.use") && { selection })} />
      {pager}
      {wasSelected.current && (
        <Suspense>
          <ResumeSelected selection={selection} />
        </Suspense>
      )}
    </>
  );
}
