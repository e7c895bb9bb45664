import { classNames } from "./class-names.ts";

/** A grey bar in the place of text that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames("block animate-pulse rounded bg-sunken", className ?? "h-4 w-32")} />;
}

/** Rows in the height of a table's, while the first ones load. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="rounded-lg border bg-raised">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never reorder
        <div key={row} className="flex h-12 items-center gap-6 border-b px-4 last:border-b-0">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
