import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";

interface ListSkeletonProps {
  /** The title of the screen, where the list is not on a tab of another one. */
  title?: string;
  summary?: string;
  /** The width of the filters: "max-w-xs". */
  filters?: string;
}

/** Stands for a list while its code is loaded. */
export function ListSkeleton({ title, summary, filters }: ListSkeletonProps) {
  const rows = (
    <>
      {filters && <Skeleton className={`${title ? "h-8" : "h-8.5"} w-full ${filters}`} />}
      <SkeletonRows {...(!title && { rows: 10 })} />
    </>
  );
  if (!title) return <div className="flex flex-col gap-4">{rows}</div>;
  return (
    <Page wide title={title} summary={summary}>
      {rows}
    </Page>
  );
}
