import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { WorkflowVersionContent } from "#contract/v2/workflow-versions.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { editedStepOf } from "../editor/definition.ts";
import type { ComparedDefinition } from "./compare-definitions.ts";
import { ComparisonSkeleton } from "./comparison-skeleton.tsx";
import { DefinitionDiff } from "./definition-diff.tsx";
import { personText } from "./person-text.ts";
import { RenderingDiff } from "./rendering-diff.tsx";
import { RestoreVersion } from "./restore-version.tsx";
import type { ComparisonView } from "./version-search.ts";
import { CurrentBadge, VersionTitle } from "./version-title.tsx";

interface VersionComparisonProps {
  workflowId: string;
  /** The earlier one, and the later one. */
  versions: readonly [number, number];
  view: ComparisonView;
}

/** Two versions side by side: their definitions, or what their steps send. */
export function VersionComparison({ workflowId, versions: [earlier, later], view }: VersionComparisonProps) {
  const before = useRead("v2.workflows.getVersion", workflowId, String(earlier));
  const after = useRead("v2.workflows.getVersion", workflowId, String(later));
  return (
    <BothVersions before={before} after={after}>
      {(one, other) => (
        <>
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <VersionCard version={one} workflowId={workflowId} />
            <VersionCard version={other} workflowId={workflowId} />
          </div>
          {view === "definition" ? (
            <DefinitionDiff before={contentOf(one)} after={contentOf(other)} />
          ) : (
            <RenderingDiff
              workflowId={workflowId}
              before={{ version: earlier, ...contentOf(one) }}
              after={{ version: later, ...contentOf(other) }}
            />
          )}
        </>
      )}
    </BothVersions>
  );
}

const contentOf = ({ steps, payloadSchema, validatePayload }: WorkflowVersionContent): ComparedDefinition => ({
  steps: steps.map((step) => editedStepOf(step)),
  payloadSchema: payloadSchema ?? null,
  validatePayload,
});

interface BothVersionsProps {
  before: UseQueryResult<WorkflowVersionContent>;
  after: UseQueryResult<WorkflowVersionContent>;
  children: (before: WorkflowVersionContent, after: WorkflowVersionContent) => ReactNode;
}

/** Both versions when both are read. */
function BothVersions({ before, after, children }: BothVersionsProps) {
  const skeleton = <ComparisonSkeleton />;
  return (
    <QueryResult query={before} skeleton={skeleton}>
      {(one) => (
        <QueryResult query={after} skeleton={skeleton}>
          {(other) => children(one, other)}
        </QueryResult>
      )}
    </QueryResult>
  );
}

interface VersionCardProps {
  version: WorkflowVersionContent;
  workflowId: string;
}

/** The author and the time of a version, and the button that restores it. */
function VersionCard({ version, workflowId }: VersionCardProps) {
  const { version: number, name, isCurrent, createdAt, createdBy } = version;
  return (
    <div className="flex min-w-0 flex-col items-start justify-between gap-2 rounded-lg border bg-raised px-3 py-2">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <h3 className="font-medium wrap-anywhere">
            <VersionTitle version={number} name={name} />
          </h3>
          <CurrentBadge {...version} />
        </div>
        <p className="text-xs text-muted wrap-anywhere">
          {`${personText(createdBy)}, `}
          <RelativeTime moment={createdAt} />
        </p>
      </div>
      {!isCurrent && <RestoreVersion workflowId={workflowId} version={number} />}
    </div>
  );
}
