import { CircleAlert, CircleCheck, LoaderCircle, RefreshCw } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { relativeText } from "../../../components/relative-time.tsx";
import { useNow } from "../../../components/use-now.ts";
import { errorText } from "../../../errors.ts";
import { useEditing, useEditorState } from "./editor-context.tsx";

/** Whether the server has what is on the screen, and which version that is. */
export function SaveStatus() {
  const { editor } = useEditing();
  const save = useEditorState((state) => state.save);
  const version = useEditorState(({ saved }) => saved.version);
  const updatedAt = useEditorState(({ saved }) => saved.updatedAt);
  const now = useNow();
  switch (save.kind) {
    case "saved": {
      const at = save.at === undefined ? updatedAt : new Date(save.at).toISOString();
      return (
        <span className="flex items-center gap-1.5 text-muted">
          <CircleCheck className="size-4 text-success" aria-hidden="true" />
          {`Saved ${relativeText(at, now)}, version ${version}`}
        </span>
      );
    }
    case "changed":
    case "saving":
      return (
        <span className="flex items-center gap-1.5 text-muted">
          <LoaderCircle className="size-4 motion-safe:animate-spin" aria-hidden="true" />
          Saving
        </span>
      );
    case "failed":
    case "refused":
      return (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span role="alert" className="flex min-w-0 items-center gap-1.5 text-danger wrap-anywhere">
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {`Not saved. ${errorText(save.error)}`}
          </span>
          {save.kind === "failed" && (
            <Button onClick={() => void editor.flush()}>
              <RefreshCw className="size-4" aria-hidden="true" /> Save now
            </Button>
          )}
        </span>
      );
    case "conflict":
      return (
        <span className="flex items-center gap-1.5 text-warning">
          <CircleAlert className="size-4" aria-hidden="true" />
          Not saved: there is a newer version
        </span>
      );
  }
}
