import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";

/** Placeholders in the layout of the screen. */
export const AnalyticsSkeleton = () => (
  <div role="status" aria-label="Loading" className="flex flex-col gap-6">
    <Skeleton className="h-28 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <Skeleton className="h-64 rounded-lg" />
  </div>
);
