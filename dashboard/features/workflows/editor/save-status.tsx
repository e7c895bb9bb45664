import { Link } from "@tanstack/react-router";
import { CircleAlert, CircleCheck, LoaderCircle, RefreshCw } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { relativeText } from "../../../components/relative-time.tsx";
import { useNow } from "../../../components/use-now.ts";
import { errorText, joinSentences } from "../../../errors.ts";
import type { SaveState } from "./editor.ts";
import { useEditing, useEditorState, useSteps } from "./editor-context.tsx";

/** Whether the server has what is on the screen, and which version that is, as a link to the history. */
export function SaveStatus() {
  const { editor } = useEditing();
  const save = useEditorState((state) => state.save);
  const workflowId = useEditorState(({ saved }) => saved._id);
  const version = useEditorState(({ saved }) => saved.version);
  const updatedAt = useEditorState(({ saved }) => saved.updatedAt);
  const now = useNow();
  const steps = useSteps();

  /** Names the fields by their steps, where all that was refused is fields. */
  function reason(failed: Extract<SaveState, { error: unknown }>): string {
    if (failed.kind === "failed" || failed.fields.length === 0) return errorText(failed.error);
    const texts = failed.fields.map(({ key, path, message }) => {
      const step = steps.find((one) => one.key === key);
      return step ? `${step.name}: ${path} ${message}` : `${path} ${message}`;
    });
    return joinSentences(texts);
  }

  switch (save.kind) {
    case "saved": {
      const at = save.at === undefined ? updatedAt : new Date(save.at).toISOString();
      return (
        <Link
          to="/workflows/$workflowId/history"
          params={{ workflowId }}
          className="flex min-h-6 items-center gap-1.5 text-muted hover:underline"
        >
          <CircleCheck className="size-4 text-success" aria-hidden="true" />
          {`Saved ${relativeText(at, now)}, version ${version}`}
        </Link>
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
            {`Not saved. ${reason(save)}`}
          </span>
          <Button onClick={editor.saveNow}>
            <RefreshCw className="size-4" aria-hidden="true" /> Save now
          </Button>
        </span>
      );
    case "deleted":
      return (
        <span className="flex items-center gap-1.5 text-warning">
          <CircleAlert className="size-4" aria-hidden="true" />
          Not saved: the workflow was deleted
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
