import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";

/** The shell's placeholder while the membership loads. */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-screen flex-col lg:flex-row">
      <div className="flex shrink-0 flex-col gap-4 border-r bg-raised p-3 lg:w-56">
        <Skeleton className="h-8 w-24" />
        <Skeleton className="hidden h-9 w-full lg:block" />
        <Skeleton className="hidden h-28 w-full lg:block" />
      </div>
      <main className="mx-auto w-full max-w-6xl flex-1 p-4 lg:p-6">
        <Skeleton className="mb-6 h-7 w-40" />
        <SkeletonRows />
      </main>
    </div>
  );
}
