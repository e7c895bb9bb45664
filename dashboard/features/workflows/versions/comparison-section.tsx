import { lazy, type Ref, Suspense, useId } from "react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { ComparisonSkeleton } from "./comparison-skeleton.tsx";
import type { ComparisonView } from "./version-search.ts";

// Comparing texts and saying in words what steps do are large, and the list of versions is there before.
const VersionComparison = lazyNamed(() => import("./version-comparison.tsx"), "VersionComparison");

// It is there with the versions that it is about.
const Segmented = lazy(() =>
  import("#dashboard/components/controls/segmented.tsx").then((module) => ({
    default: module.Segmented<ComparisonView>,
  })),
);

interface ComparisonSectionProps {
  workflowId: string;
  /** The earlier one, and the later one. */
  versions: readonly [number, number];
  view: ComparisonView;
  onView: (view: ComparisonView) => void;
  /** Of the heading, which gets the focus when a version is opened. */
  headingRef: Ref<HTMLHeadingElement>;
}

/** The place beside the list in which two versions are compared. */
export function ComparisonSection({ workflowId, versions, view, onView, headingRef }: ComparisonSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-base font-semibold">
          {`Version ${versions[0]} and version ${versions[1]}`}
        </h2>
        <Suspense fallback={<div className="h-8" />}>
          <Segmented
            label="Compare"
            value={view}
            options={[
              { id: "definition", text: "Definition" },
              { id: "rendering", text: "As sent" },
            ]}
            onChange={onView}
          />
        </Suspense>
      </header>
      <Suspense fallback={<ComparisonSkeleton />}>
        <VersionComparison workflowId={workflowId} versions={versions} view={view} />
      </Suspense>
    </section>
  );
}
