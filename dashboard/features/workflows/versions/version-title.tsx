import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";

/** The number of a version, and the name that somebody gave it. */
export function VersionTitle({ version, name }: Pick<WorkflowVersion, "version" | "name">) {
  return (
    <>
      <span>{name === undefined ? `Version ${version}` : `Version ${version} `}</span>
      {name !== undefined && (
        <span translate="no" dir="auto" className="ms-1.5">
          {name}
        </span>
      )}
    </>
  );
}
