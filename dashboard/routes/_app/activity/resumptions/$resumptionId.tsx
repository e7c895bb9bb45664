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

export const Route = createFileRoute("/_app/activity/resumptions/$resumptionId")({
  loader: ({ context: { prefetch, read }, params }) =>
    prefetch(read("notifications.getResumption", params.resumptionId)),
  pendingComponent: ResumptionSkeleton,
  component: ResumptionPage,
});

function ResumptionPage() {
  const { resumptionId } = Route.useParams();
  const { read, readIn } = useEnvironment();
  const query = useQuery({
    ...read("notifications.getResumption", resumptionId),
    refetchInterval: ({ state: { data } }) => data !== undefined && isActive(data.state) && POLL_MS,
  });
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<ResumptionSkeleton />}
      missing={
        <MissingObject
          kind="resumption"
          queryIn={(environmentId) => readIn(environmentId)("notifications.getResumption", resumptionId)}
        />
      }
    >
      {(resumption) => <ResumptionDetails resumption={resumption} kind="resume" refreshFailed={query.isRefetchError} />}
    </QueryResult>
  );
}

function ResumptionSkeleton() {
  return (
    <Page title="Resumption">
      <Skeleton className="h-28 w-full rounded-lg" />
      <SkeletonCards className="h-32" />
    </Page>
  );
}
