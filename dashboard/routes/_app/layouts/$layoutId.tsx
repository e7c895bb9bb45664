import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { Page } from "#dashboard/components/page.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { isNotFoundError } from "#dashboard/errors.ts";
import { LayoutScreen } from "#dashboard/features/layouts/editor/layout-screen.tsx";
import { PREVIEW_SCHEMES, PREVIEW_WIDTHS } from "#dashboard/features/layouts/editor/preview-view.ts";
import { choiceParam, searchSchema } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/layouts/$layoutId")({
  validateSearch: searchSchema({ width: choiceParam(PREVIEW_WIDTHS), scheme: choiceParam(PREVIEW_SCHEMES) }),
  search: { middlewares: [stripSearchParams({ width: "full", scheme: "light" })] },
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("v2.layouts.edited", params.layoutId)),
  // Another view of the preview is of what was read.
  shouldReload: ({ cause }) => cause === "enter",
  pendingComponent: LayoutSkeleton,
  component: LayoutPage,
});

function LayoutPage() {
  const { layoutId } = Route.useParams();
  const { width = "full", scheme = "light" } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { readIn, current } = useEnvironment();
  const query = useRead("v2.layouts.edited", layoutId);
  return (
    <QueryResult
      query={query}
      headingLevel={1}
      skeleton={<LayoutSkeleton />}
      missing={
        <MissingObject
          kind="layout"
          queryIn={(environmentId) => readIn(environmentId)("v2.layouts.edited", layoutId)}
        />
      }
    >
      {(layout) => (
        <LayoutScreen
          key={`${current?._id} ${layout._id}`}
          layout={layout}
          isDeleted={isNotFoundError(query.error)}
          view={{ width, scheme }}
          onView={(view) => void navigate({ search: view, replace: true, resetScroll: false })}
        />
      )}
    </QueryResult>
  );
}

function LayoutSkeleton() {
  return (
    <Page title="Layout" wide>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,42rem)]">
        <SkeletonCards cards={1} className="h-[60vh]" />
        <SkeletonCards cards={1} className="h-[60vh]" />
      </div>
    </Page>
  );
}
