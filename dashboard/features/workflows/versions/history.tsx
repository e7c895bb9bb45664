import { useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { classNames } from "#dashboard/components/class-names.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEditorState } from "../editor/editor-context.tsx";
import { ComparisonSection } from "./comparison-section.tsx";
import { useVersionList } from "./use-version-list.ts";
import { VersionList } from "./version-list.tsx";
import { type ComparisonView, comparedOf, selectedOf, toggled } from "./version-search.ts";

// It waits for a read of its own.
const ExecutedVersions = lazyNamed(() => import("./executed-versions.tsx"), "ExecutedVersions");

const Loading = () => (
  <div role="status" aria-label="Loading">
    <Skeleton className="h-20 w-full max-w-xl rounded-lg" />
  </div>
);

interface HistoryProps {
  workflowId: string;
  /** The selection as the address has it. */
  versions: string | undefined;
  view: ComparisonView;
}

/** The versions of a workflow, two of them side by side, and where each is executed. */
export function History({ workflowId, versions, view }: HistoryProps) {
  const navigate = useNavigate();
  const usage = useRead("v2.workflows.getVersionUsage", workflowId);
  const current = useEditorState(({ saved }) => saved.version);
  const { heading, focusOnceOpen } = useOpenedHeading(versions);
  const selected = selectedOf(versions);
  const list = useVersionList(workflowId);
  const numbers = list.data?.pages.flatMap(({ data }) => data.map(({ version }) => version));
  const compared = comparedOf(selected, current, numbers ?? []);
  const show = (search: { versions?: string | undefined; view?: ComparisonView }) =>
    void navigate({
      to: "/workflows/$workflowId/history",
      params: { workflowId },
      search: { versions, view, ...search },
      replace: true,
      resetScroll: false,
    });

  return (
    <div className="flex min-w-0 flex-col gap-4">
      {usage.data ? (
        <Suspense fallback={<Loading />}>
          <ExecutedVersions usage={usage.data} workflowId={workflowId} />
        </Suspense>
      ) : usage.isError || usage.errorUpdateCount > 0 ? (
        <LoadFailed what="Where versions are executed" query={usage} />
      ) : (
        <Loading />
      )}
      <div
        className={classNames(
          "grid grid-cols-1 items-start gap-4",
          compared
            ? "lg:grid-cols-[minmax(16rem,2fr)_minmax(0,3fr)] xl:grid-cols-[minmax(18rem,26rem)_minmax(0,1fr)]"
            : "max-w-[61.5rem]",
        )}
      >
        <VersionList
          workflowId={workflowId}
          query={list}
          selected={selected}
          usage={usage.data}
          onToggle={(version) => show({ versions: toggled(selected, version) })}
          onOpen={focusOnceOpen}
        />
        {compared && (
          <ComparisonSection
            workflowId={workflowId}
            versions={compared}
            view={view}
            onView={(next) => show({ view: next })}
            headingRef={heading}
          />
        )}
        {selected.length > 0 && numbers && !compared && (
          <p className="text-muted">There is no earlier version to compare with.</p>
        )}
      </div>
      {compared && (
        <div className="sticky bottom-4 z-30 flex justify-center lg:hidden">
          <Button variant="primary" className="shadow-lg" onClick={() => heading.current?.focus()}>
            {`Show versions ${compared.join(" and ")}`}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {compared && `Comparing version ${compared[0]} and version ${compared[1]}`}
      </p>
    </div>
  );
}

/**
 * Moves the focus to the heading of a comparison when its version is opened: whoever opens one goes on with it, and whoever selects one
 * may select another.
 */
function useOpenedHeading(versions: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpening = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading is that of the versions
  useEffect(() => {
    if (!isOpening.current) return;
    isOpening.current = false;
    heading.current?.focus();
  }, [versions]);
  const focusOnceOpen = (version: number) => {
    if (versions === String(version)) heading.current?.focus();
    else isOpening.current = true;
  };
  return { heading, focusOnceOpen };
}
