import { createFileRoute } from "@tanstack/react-router";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { RequestDetails } from "#dashboard/features/activity/requests/request-details.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/activity/requests/$requestId")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("requests.get", params.requestId)),
  pendingComponent: RequestSkeleton,
  component: RequestPage,
});

function RequestPage() {
  const { requestId } = Route.useParams();
  const { readIn } = useEnvironment();
  return (
    <QueryResult
      query={useRead("requests.get", requestId)}
      headingLevel={1}
      skeleton={<RequestSkeleton />}
      missing={
        <MissingObject kind="request" queryIn={(environmentId) => readIn(environmentId)("requests.get", requestId)} />
      }
    >
      {(request) => <RequestDetails key={request._id} request={request} />}
    </QueryResult>
  );
}

function RequestSkeleton() {
  return (
    <Page title="Request">
      <SkeletonCards cards={3} className="h-32" />
    </Page>
  );
}
