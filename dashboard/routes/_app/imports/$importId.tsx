import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { ImportDetails } from "#dashboard/features/imports/import-details.tsx";
import { isActive } from "#dashboard/features/imports/import-texts.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 1_000;

export const Route = createFileRoute("/_app/imports/$importId")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("imports.get", params.importId)),
  pendingComponent: ImportSkeleton,
  component: ImportPage,
});

function ImportPage() {
  const { importId } = Route.useParams();
  const { read, readIn } = useEnvironment();
  const query = useQuery({
    ...read("imports.get", importId),
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? POLL_MS : false),
  });
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<ImportSkeleton />}
      missing={
        <MissingObject kind="import" queryIn={(environmentId) => readIn(environmentId)("imports.get", importId)} />
      }
    >
      {(row) => <ImportDetails row={row} refreshFailed={query.isRefetchError} />}
    </QueryResult>
  );
}

function ImportSkeleton() {
  return (
    <Page title="Import">
      <SkeletonCards cards={1} className="h-28" />
    </Page>
  );
}
