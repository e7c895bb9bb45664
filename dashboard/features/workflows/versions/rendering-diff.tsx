import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { EXAMPLE_PERSON } from "#contract/constants/example-person.ts";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { EditedStep } from "../editor/definition.ts";
import { type ComparedContent, type ContentPair, compareContents } from "./compare-contents.ts";
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
          className="min-w-0 rounded-lg border bg-raised"
        >
          <StepHeading kind={difference.kind} step={difference.step} level={3} />
          {compareContents(difference).map((pair) => (
            <Contents key={pair.variant ?? ""} pair={pair}>
              <Side
                workflowId={workflowId}
                version={before.version}
                variant={pair.variant}
                step={difference.before}
                content={pair.before}
              />
              <Side
                workflowId={workflowId}
                version={after.version}
                variant={pair.variant}
                step={difference.after}
                content={pair.after}
              />
            </Contents>
          ))}
        </section>
      ))}
      <p className="text-xs text-muted">
        Rendered with sample data for Ada Lovelace, an example, by what sends the messages.
      </p>
    </div>
  );
}

/** Both versions of a content, under the name of its variant. */
function Contents({ pair: { variant }, children }: { pair: ContentPair; children: ReactNode }) {
  const columns = <div className="grid grid-cols-1 divide-y sm:grid-cols-2 sm:divide-x sm:divide-y-0">{children}</div>;
  if (variant === undefined) return columns;
  return (
    <section aria-label={`Variant ${variant}`} className="min-w-0 border-t first-of-type:border-t-0">
      <h4 dir="auto" translate="no" className="px-3 pt-3 font-medium wrap-anywhere">{`Variant ${variant}`}</h4>
      {columns}
    </section>
  );
}

interface SideProps {
  workflowId: string;
  version: number;
  variant: string | undefined;
  /** Undefined where the version does not have it. */
  step: EditedStep | undefined;
  /** Without the variant, the version sends the step's own content. */
  content: ComparedContent | undefined;
}

function Side({ workflowId, version, variant, step, content }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2 p-3">
      <h4 className="text-xs font-medium text-muted">{`Version ${version}`}</h4>
      {variant !== undefined && step && (
        <p className="text-xs wrap-anywhere">
          {content?.condition ?? "Without the variant, the step's own content is sent."}
        </p>
      )}
      {step ? (
        <Rendering workflowId={workflowId} version={version} variant={variant} step={step} content={content} />
      ) : (
        <p className="text-muted">It does not have this step.</p>
      )}
    </div>
  );
}

type RenderingProps = SideProps & { step: EditedStep };

function Rendering({ workflowId, version, variant, step, content }: RenderingProps) {
  const { read } = useEnvironment();
  const isVariant = variant !== undefined && content !== undefined;
  const example = useRead("v2.workflows.getTestData", workflowId);
  const payload = example.data?.example.payload ?? {};
  // The version has the step's own content; which of its variants is meant, only their values say.
  const body = {
    version,
    previewPayload: { subscriber: EXAMPLE_PERSON, payload },
    ...(isVariant && { controlValues: content.values }),
  };
  const query = useQuery({
    ...read("v2.workflows.previewStep", workflowId, step.key, body),
    enabled: !example.isPending,
  });
  const title = [step.name, ...(isVariant ? [variant] : []), `version ${version}`].join(", ");
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
      {({ result: { preview } }) => <RenderedStep type={step.type} values={preview} title={title} />}
    </QueryResult>
  );
}
