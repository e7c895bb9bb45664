import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";

/** Tells the current version, and whether it is a working copy, from the others. */
export function CurrentBadge({ isCurrent, isWorkingCopy }: Pick<WorkflowVersion, "isCurrent" | "isWorkingCopy">) {
  return isCurrent && <Badge tone="accent">{isWorkingCopy ? "Working copy" : "Current"}</Badge>;
}

/** The number of a version, and the name that somebody gave it. */
export function VersionTitle({ version, name }: Pick<WorkflowVersion, "version" | "name">) {
  if (name === undefined) return <span>{`Version ${version}`}</span>;
  return (
    <span className="wrap-anywhere">
      <span>{`Version ${version} · `}</span>
      <bdi translate="no">{name}</bdi>
    </span>
  );
}
