import { createFileRoute, getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { NoAccess } from "../../../../components/no-access.tsx";
import { Skeleton } from "../../../../components/skeleton.tsx";
import { useEnvironment } from "../../../../use-environment.ts";
import { useTestData } from "../../../../use-test-data.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/test")({
  loader: ({ context: { prefetch, queries }, params }) => prefetch(queries.workflows.testData(params.workflowId)),
  component: TestTab,
});

/** Forms are loaded with the first of them. */
const SendTest = lazy(() =>
  import("../../../../features/workflows/send-test.tsx").then((module) => ({ default: module.SendTest })),
);

const app = getRouteApi("/_app");

function TestTab() {
  const { example } = useTestData();
  const { workflowId } = Route.useParams();
  const { may, mutations } = useEnvironment();
  const { account } = app.useRouteContext().membership;
  const navigate = useNavigate();
  if (!may("environment.use")) return <NoAccess to="send tests" />;
  return (
    <Suspense fallback={<Skeleton className="h-72 max-w-2xl" />}>
      <SendTest
        key={workflowId}
        example={example}
        mutation={mutations.triggerEvent()}
        me={{ subscriberId: account._id, email: account.email ?? undefined, firstName: account.firstName ?? undefined }}
        onSent={(run) => void navigate({ to: "/workflows/$workflowId", params: { workflowId }, search: { run } })}
      />
    </Suspense>
  );
}
