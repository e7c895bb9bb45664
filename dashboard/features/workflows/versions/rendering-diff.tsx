import { useQuery } from "@tanstack/react-query";
import { isChannel } from "#contract/constants/channels.ts";
import { QueryResult } from "../../../components/query-result.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useEnvironment } from "../../../use-environment.ts";
import type { EditedStep } from "../editor/definition.ts";
import { type ComparedDefinition, compareDefinitions } from "./compare-definitions.ts";
import { StepHeading } from "./definition-diff.tsx";
import { RenderedStep } from "./rendered-step.tsx";

/** The content of a version, with its number. */
type NumberedDefinition = ComparedDefinition & { version: number };

interface RenderingDiffProps {
  workflowId: string;
  before: NumberedDefinition;
  after: NumberedDefinition;
}

/** The messages of the steps that differ, as both versions send them, side by side and with the same sample data. */
export function RenderingDiff({ workflowId, before, after }: RenderingDiffProps) {
  const messages = compareDefinitions(before, after).steps.filter(({ step }) => isChannel(step.type));
  if (messages.length === 0) return <p className="text-muted">No message differs between the two versions.</p>;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {messages.map((difference) => (
        <section
          key={`${difference.kind} ${difference.step.key}`}
          aria-label={difference.step.name}
          className="min-w-0 rounded-lg border border-outline bg-raised"
        >
          <StepHeading kind={difference.kind} step={difference.step} level={3} />
          <div className="grid grid-cols-1 divide-y sm:grid-cols-2 sm:divide-x sm:divide-y-0">
            <Side workflowId={workflowId} version={before.version} step={difference.before} />
            <Side workflowId={workflowId} version={after.version} step={difference.after} />
          </div>
        </section>
      ))}
      <p className="text-xs text-muted">Rendered with sample data by what sends the messages.</p>
    </div>
  );
}

interface SideProps {
  workflowId: string;
  version: number;
  /** Undefined where the version does not have it. */
  step: EditedStep | undefined;
}

function Side({ workflowId, version, step }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2 p-3">
      <h4 className="text-xs font-medium text-muted">{`Version ${version}`}</h4>
      {step ? (
        <Rendering workflowId={workflowId} version={version} step={step} />
      ) : (
        <p className="text-muted">It does not have this step.</p>
      )}
    </div>
  );
}

function Rendering({ workflowId, version, step }: SideProps & { step: EditedStep }) {
  const { queries } = useEnvironment();
  const query = useQuery(queries.workflows.rendering(workflowId, version, step.key));
  return (
    <QueryResult
      query={query}
      headingLevel={2}
      skeleton={
        <div role="status" aria-label="Loading">
          <Skeleton className="h-32 w-full" />
        </div>
      }
    >
      {({ result: { preview } }) => (
        <RenderedStep type={step.type} values={preview} title={`${step.name}, version ${version}`} />
      )}
    </QueryResult>
  );
}
