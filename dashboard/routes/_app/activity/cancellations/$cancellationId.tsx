import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { ResumptionDetails } from "#dashboard/features/activity/resume/resumption-details.tsx";
import { isActive } from "#dashboard/features/activity/resume/resumption-texts.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 2_000;

export const Route = createFileRoute("/_app/activity/cancellations/$cancellationId")({
  loader: ({ context: { prefetch, read }, params }) =>
    prefetch(read("notifications.getCancellation", params.cancellationId)),
  pendingComponent: CancellationSkeleton,
  component: CancellationPage,
});

function CancellationPage() {
  const { cancellationId } = Route.useParams();
  const { read, readIn } = useEnvironment();
  const query = useQuery({
    ...read("notifications.getCancellation", cancellationId),
    refetchInterval: ({ state: { data } }) => data !== undefined && isActive(data.state) && POLL_MS,
  });
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<CancellationSkeleton />}
      missing={
        <MissingObject
          kind="cancellation"
          queryIn={(environmentId) => readIn(environmentId)("notifications.getCancellation", cancellationId)}
        />
      }
    >
      {(cancellation) => (
        <ResumptionDetails resumption={cancellation} kind="cancel" refreshFailed={query.isRefetchError} />
      )}
    </QueryResult>
  );
}

function CancellationSkeleton() {
  return (
    <Page title="Cancellation">
      <Skeleton className="h-28 w-full rounded-lg" />
      <SkeletonCards className="h-32" />
    </Page>
  );
}
