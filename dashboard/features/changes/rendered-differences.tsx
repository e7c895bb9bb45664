import type { PublicationPreviewItem, RenderedDifference, RenderedSide } from "#contract/workflows/publications.ts";
import { countText } from "#dashboard/components/display/count-text.ts";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { MessagePreview } from "#dashboard/components/previews/message-preview.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

interface RenderedDifferencesProps {
  environments: { sourceEnvironmentId: string; targetEnvironmentId: string };
  item: PublicationPreviewItem;
}

/** The messages of a workflow, or a layout, that recipients see differently in two environments: side by side, or one below the other on a phone. */
export function RenderedDifferences({ environments, item }: RenderedDifferencesProps) {
  const query = useRead("publications.rendered", { ...environments, resourceId: item._id });
  const names = useNames(environments);
  return (
    <QueryResult query={query} skeleton={<SkeletonCards cards={2} className="h-64" />}>
      {({ differences, unchanged }) => (
        <div className="flex min-w-0 flex-col gap-6">
          {differences.length === 0 && (
            <p className="text-muted">
              Recipients see the same in both environments: what differs is when, to whom or whether it is sent.
            </p>
          )}
          {differences.map((difference) => (
            <BothSides key={difference._id} difference={difference} item={item} names={names} />
          ))}
          {differences.length > 0 && unchanged > 0 && (
            <p className="text-muted">{`${countText(unchanged, "other message")} the same in both environments`}</p>
          )}
          <p className="text-xs text-muted">
            Both sides show the same example of a payload, each with the layouts, translations and variables of its
            environment.
          </p>
        </div>
      )}
    </QueryResult>
  );
}

interface Names {
  source: string;
  target: string;
}

function useNames({ sourceEnvironmentId, targetEnvironmentId }: RenderedDifferencesProps["environments"]): Names {
  const { environments } = useEnvironment();
  const named = (id: string): string => environments.find(({ _id }) => _id === id)?.name ?? "the other environment";
  return { source: named(sourceEnvironmentId), target: named(targetEnvironmentId) };
}

interface BothSidesProps {
  difference: RenderedDifference;
  item: PublicationPreviewItem;
  names: Names;
}

function BothSides({ difference: { name, source, target }, item, names }: BothSidesProps) {
  const { identifier: workflowId, name: title, _id } = item;
  const side = (of: string, shown: RenderedSide | null, other: string) =>
    shown && (
      <Side
        environment={of}
        name={name}
        side={shown}
        workflow={{ _id, workflowId, name: title }}
        {...(source && target ? {} : { alone: `${other} does not have it.` })}
      />
    );
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <h3 dir="auto" translate="no" className="font-semibold wrap-anywhere">
        {name}
      </h3>
      <div className={`grid min-w-0 gap-4 ${source && target ? "md:grid-cols-2" : ""}`}>
        {side(names.target, target, names.source)}
        {side(names.source, source, names.target)}
      </div>
    </section>
  );
}

interface SideProps {
  environment: string;
  name: string;
  side: RenderedSide;
  workflow: { _id: string; workflowId: string; name: string };
  /** Says which environment lacks it. */
  alone?: string;
}

function Side({ environment, name, side: { message, problem }, workflow, alone }: SideProps) {
  return (
    <section
      aria-label={`${name} in ${environment}`}
      className="flex min-w-0 flex-col gap-3 rounded-lg border bg-raised p-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h4 dir="auto" translate="no" className="font-medium wrap-anywhere">
          {environment}
        </h4>
        {alone !== undefined && <span className="text-muted">{alone}</span>}
      </div>
      {problem !== undefined && (
        <Banner tone="warning" title="This cannot be rendered">
          {problem}
        </Banner>
      )}
      {message && <MessagePreview message={message} name={name} workflow={workflow} />}
    </section>
  );
}
