import { useNavigate } from "@tanstack/react-router";
import type { CreateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import { DeletedBanner } from "#dashboard/editing/deleted-banner.tsx";
import { useOneMutation } from "#dashboard/forms/use-one-mutation.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { type Definition, updateOf } from "./definition.ts";
import { useEditing } from "./editor-context.tsx";

/** Says that the workflow was deleted elsewhere, and creates it again as it is on the screen. */
export function Recreation({ editable }: { editable: boolean }) {
  const { editor } = useEditing();
  const { write } = useEnvironment();
  const navigate = useNavigate();
  const creation = useOneMutation({
    mutationFn: async () => {
      const { definition, saved } = editor.store.getState();
      const { _id } = await write("v2.workflows.create", recreationOf(definition, saved));
      editor.forget();
      void navigate({ to: "/workflows/$workflowId", params: { workflowId: _id }, replace: true });
    },
  });
  return <DeletedBanner kind="workflow" editable={editable} creation={creation} onCreate={() => creation.mutate()} />;
}

/** Returns the request that creates a workflow that was deleted again, as it is on the screen. */
function recreationOf(definition: Definition, saved: WorkflowV2): CreateWorkflowV2 {
  const { baseVersion: _version, origin: _origin, ...workflow } = updateOf(definition, saved, () => undefined);
  return {
    ...workflow,
    workflowId: saved.workflowId,
    // Its templates name variables in another way than those of version 2.
    ...(saved.origin === "novu-cloud-v1" && { origin: saved.origin }),
  };
}
