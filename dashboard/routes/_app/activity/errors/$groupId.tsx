import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { ErrorDetails } from "#dashboard/features/activity/errors/error-details.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 30_000;

export const Route = createFileRoute("/_app/activity/errors/$groupId")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("failureGroups.get", params.groupId)),
  pendingComponent: ErrorSkeleton,
  component: ErrorPage,
});

function ErrorPage() {
  const { groupId } = Route.useParams();
  const { read, readIn } = useEnvironment();
  const query = useQuery({ ...read("failureGroups.get", groupId), refetchInterval: POLL_MS });
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<ErrorSkeleton />}
      missing={
        <MissingObject kind="error" queryIn={(environmentId) => readIn(environmentId)("failureGroups.get", groupId)} />
      }
    >
      {(group) => <ErrorDetails group={group} refreshFailed={query.isRefetchError} />}
    </QueryResult>
  );
}

function ErrorSkeleton() {
  return (
    <Page title="Error">
      <Skeleton className="h-28 w-full rounded-lg" />
      <SkeletonCards className="h-32" />
    </Page>
  );
}
