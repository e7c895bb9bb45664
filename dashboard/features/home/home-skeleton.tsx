import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { HOME_COLUMNS, HOME_TILES } from "./layout.ts";

/** Placeholders in the layout of home. */
export function HomeSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <div className={HOME_TILES}>
        <Skeleton className="h-37 rounded-lg" />
        <Skeleton className="h-37 rounded-lg" />
        <Skeleton className="h-37 rounded-lg" />
      </div>
      <div className={HOME_COLUMNS}>
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </div>
  );
}
