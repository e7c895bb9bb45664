import { classNames } from "../class-names.ts";

/** A placeholder for text that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span data-skeleton className={classNames("block animate-pulse rounded bg-border/70", className ?? "h-4 w-32")} />
  );
}

/** Placeholders for cards that are loading. */
export function SkeletonCards({ cards = 3, className = "h-20" }: { cards?: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      {Array.from({ length: cards }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike and never reorder
        <Skeleton key={card} className={classNames("w-full rounded-lg", className)} />
      ))}
    </div>
  );
}

/** Placeholders for the rows of a table that is loading. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="rounded-lg border bg-raised">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never reorder
        <div key={row} className="flex h-16 items-center gap-6 border-b px-4 last:border-b-0">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
