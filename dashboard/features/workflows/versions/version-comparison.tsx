import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useId } from "react";
import type { WorkflowVersionContent } from "#contract/v2/workflow-versions.ts";
import { Badge } from "../../../components/badge.tsx";
import { QueryResult } from "../../../components/query-result.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { Segmented } from "../../../components/segmented.tsx";
import { SkeletonCards } from "../../../components/skeleton.tsx";
import { useEnvironment } from "../../../use-environment.ts";
import { editedStepOf } from "../editor/definition.ts";
import type { ComparedDefinition } from "./compare-definitions.ts";
import { DefinitionDiff } from "./definition-diff.tsx";
import { personText } from "./person-text.ts";
import { RenderingDiff } from "./rendering-diff.tsx";
import { RestoreVersion } from "./restore-version.tsx";
import type { ComparisonView } from "./version-search.ts";

interface VersionComparisonProps {
  workflowId: string;
  /** The earlier one, and the later one. */
  versions: readonly [number, number];
  view: ComparisonView;
  onView: (view: ComparisonView) => void;
  /** Of the heading, which gets the focus when a version is opened. */
  headingRef: Ref<HTMLHeadingElement>;
}

/** Two versions side by side: their definitions, or what their steps send. */
export function VersionComparison({
  workflowId,
  versions: [earlier, later],
  view,
  onView,
  headingRef,
}: VersionComparisonProps) {
  const { queries } = useEnvironment();
  const id = useId();
  const before = useQuery(queries.workflows.version(workflowId, earlier));
  const after = useQuery(queries.workflows.version(workflowId, later));
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-base font-semibold">
          {`Version ${earlier} and version ${later}`}
        </h2>
        <Segmented
          label="Compare"
          value={view}
          options={[
            { id: "definition", text: "Definition" },
            { id: "rendering", text: "As sent" },
          ]}
          onChange={onView}
        />
      </header>
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
    </section>
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
  const skeleton = <SkeletonCards cards={2} className="h-32" />;
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
  const { version: number, isCurrent, createdAt, createdBy } = version;
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-between gap-2 rounded-lg border border-outline bg-raised px-3 py-2">
      <div className="min-w-0">
        <h3 className="flex items-center gap-2 font-medium">
          {`Version ${number}`}
          {isCurrent && <Badge tone="accent">Current</Badge>}
        </h3>
        <p className="text-xs text-muted wrap-anywhere">
          {`${personText(createdBy)}, `}
          <RelativeTime moment={createdAt} />
        </p>
      </div>
      {!isCurrent && <RestoreVersion workflowId={workflowId} version={number} />}
    </div>
  );
}
