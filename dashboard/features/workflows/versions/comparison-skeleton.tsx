import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";

/** The place of two versions that are read. */
export const ComparisonSkeleton = () => <SkeletonCards cards={2} className="h-32" />;
