import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";

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
