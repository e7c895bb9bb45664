import { createFileRoute } from "@tanstack/react-router";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { PublicationDetails } from "#dashboard/features/changes/publication-details.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/changes/$publicationId")({
  loader: ({ context: { prefetch, read }, params: { publicationId } }) =>
    prefetch(read("publications.get", publicationId)),
  pendingComponent: PublicationSkeleton,
  component: PublicationPage,
});

function PublicationPage() {
  const { publicationId } = Route.useParams();
  const { readIn } = useEnvironment();
  return (
    <QueryResult
      query={useRead("publications.get", publicationId)}
      headingLevel={1}
      skeleton={<PublicationSkeleton />}
      missing={
        <MissingObject
          kind="publication"
          queryIn={(environmentId) => readIn(environmentId)("publications.get", publicationId)}
        />
      }
    >
      {(publication) => <PublicationDetails publication={publication} />}
    </QueryResult>
  );
}

function PublicationSkeleton() {
  return (
    <Page title="Publication" wide>
      <SkeletonRows />
    </Page>
  );
}
