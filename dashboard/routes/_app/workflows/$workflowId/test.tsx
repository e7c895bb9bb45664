import { createFileRoute, getRouteApi, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { NoAccess } from "#dashboard/components/feedback/no-access.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEditing } from "#dashboard/features/workflows/editor/editor-context.tsx";
import { samplePayload } from "#dashboard/features/workflows/payload/sample-payload.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/test")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("v2.workflows.getTestData", params.workflowId)),
  component: TestTab,
});

/** Forms are loaded with the first of them. */
const RunTest = lazyNamed(() => import("#dashboard/features/workflows/test/run-test.tsx"), "RunTest");

const app = getRouteApi("/_app");

function TestTab() {
  const { workflowId } = Route.useParams();
  const { may, write } = useEnvironment();
  const { editor } = useEditing();
  const query = useRead("v2.workflows.getTestData", workflowId);
  const recent = useRead("notifications.payloads", workflowId);
  const { account } = app.useRouteContext().membership;
  const navigate = useNavigate();
  if (!may("environment.use")) return <NoAccess to="run tests" />;
  const skeleton = <SkeletonCards cards={1} className="h-72 max-w-2xl" />;
  return (
    <QueryResult query={query} skeleton={skeleton}>
      {({ example }) => (
        <Suspense fallback={skeleton}>
          <RunTest
            key={workflowId}
            workflowId={workflowId}
            example={{ ...example, payload: samplePayload(recent.data?.[0], example.payload) }}
            trigger={async ({ name, ...event }) => {
              // The last keys in the editor are part of what is tested.
              await editor.flush();
              return write("events.trigger", name, event);
            }}
            me={{
              subscriberId: account._id,
              email: account.email ?? undefined,
              firstName: account.firstName ?? undefined,
            }}
            onSent={(run) => void navigate({ to: "/workflows/$workflowId", params: { workflowId }, search: { run } })}
          />
        </Suspense>
      )}
    </QueryResult>
  );
}
