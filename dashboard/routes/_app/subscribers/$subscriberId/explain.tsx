import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";

// Forms are loaded with the first of them.
const ExplainPanel = lazyNamed(
  () => import("#dashboard/features/subscribers/explain/explain-panel.tsx"),
  "ExplainPanel",
);

export const Route = createFileRoute("/_app/subscribers/$subscriberId/explain")({
  /** The identifier of the workflow that is explained. */
  validateSearch: searchSchema({ workflow: textParam }),
  search: { middlewares: [stripSearchParams({ workflow: "" })] },
  component: ExplainTab,
});

function ExplainTab() {
  const { subscriberId } = Route.useParams();
  const { workflow } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full max-w-3xl" />}>
      <ExplainPanel
        key={subscriberId}
        subscriberId={subscriberId}
        workflow={workflow}
        onWorkflow={(next) => void navigate({ search: { workflow: next }, replace: true, resetScroll: false })}
      />
    </Suspense>
  );
}
