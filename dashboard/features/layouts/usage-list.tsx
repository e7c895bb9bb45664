import { StepUsage } from "#dashboard/components/display/step-usage.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { useRead } from "#dashboard/data/use-read.ts";

/** The steps that use a layout, by their workflows, with links to them. */
export function UsageList({ layoutId }: { layoutId: string }) {
  const usage = useRead("v2.layouts.getUsage", layoutId);
  if (usage.data === undefined) {
    return hasFailed(usage) ? (
      <LoadFailed what="The steps that use it" query={usage} />
    ) : (
      <SkeletonCards cards={1} className="h-10" />
    );
  }
  if (usage.data.workflows.length === 0) return <p className="text-muted">No step uses this layout yet.</p>;
  return <StepUsage workflows={usage.data.workflows} />;
}
