import { createFileRoute, getRouteApi, useNavigate } from "@tanstack/react-router";
import { NoAccess } from "../../../../components/no-access.tsx";
import { SendTest } from "../../../../features/workflows/send-test.tsx";
import { useEnvironment } from "../../../../use-environment.ts";
import { useWorkflow } from "../../../../use-workflow.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/test")({
  loader: ({ context: { prefetch, queries }, params }) => prefetch(queries.workflows.get(params.workflowId)),
  component: TestTab,
});

const app = getRouteApi("/_app");

function TestTab() {
  const workflow = useWorkflow();
  const { may, mutations } = useEnvironment();
  const { account } = app.useRouteContext().membership;
  const navigate = useNavigate();
  if (!may("environment.use")) return <NoAccess to="send tests" />;
  return (
    <SendTest
      key={workflow._id}
      workflow={workflow}
      mutation={mutations.triggerEvent()}
      me={{ subscriberId: account._id, email: account.email ?? undefined, firstName: account.firstName ?? undefined }}
      onSent={(run) =>
        void navigate({ to: "/workflows/$workflowId", params: { workflowId: workflow._id }, search: { run } })
      }
    />
  );
}
