import { useState } from "react";
import type { Belfry } from "#client/client.ts";
import type { WorkflowV2 } from "#contract/v2/workflows.ts";
import { localDrafts } from "#dashboard/editing/local-drafts.ts";
import { useEditorLifetime } from "#dashboard/editing/use-editor-lifetime.ts";
import type { Definition } from "./definition.ts";
import { createEditor, type EditorDeps } from "./editor.ts";

interface WorkflowEditorOptions {
  api: Belfry;
  environmentId: string | undefined;
  webPath: string;
  /** The member of the drafts that are kept and offered. */
  memberId: string;
  update: EditorDeps["update"];
  onSaved: (workflow: WorkflowV2) => void;
}

/** Versions that are read to say what was changed since. */
const VERSIONS_READ = 20;

/** The editor of a workflow, for as long as its screen is open. */
export function useWorkflowEditor(
  workflow: WorkflowV2,
  { api, environmentId, webPath, memberId, update, onSaved }: WorkflowEditorOptions,
) {
  const [drafts] = useState(() => localDrafts<Definition>(webPath, memberId, workflow._id));
  const [editor] = useState(() =>
    createEditor(workflow, {
      drafts,
      onSaved,
      update,
      read: (id) => api.v2.workflows.get(id, {}, { environmentId }),
      changesSince: async (id, version) => {
        const { data } = await api.v2.workflows.listVersions(id, { limit: VERSIONS_READ }, { environmentId });
        const newer = data.filter((one) => one.version > version);
        const author = newer[0]?.createdBy;
        return {
          changes: newer.toReversed().flatMap((one) => one.changes),
          author: author ? [author.firstName, author.lastName].filter(Boolean).join(" ") : undefined,
        };
      },
    }),
  );
  useEditorLifetime(editor, workflow);
  return { editor, drafts };
}
