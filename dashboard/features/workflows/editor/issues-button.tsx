import { useNavigate, useParams } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { useEditing, useEditorState, useRefusedFields, useSteps } from "./editor-context.tsx";
import { focusFirstIssue } from "./focus-issue.ts";

/** How many issues the steps have; opens the first one at its field. Nothing when there is none. */
export function IssuesButton() {
  const { editor } = useEditing();
  const { workflowId = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  useEditorState(({ saved }) => saved);
  useRefusedFields();
  const withIssues = useSteps().filter(({ key }) => editor.foundIssues(key).length > 0);
  const count = withIssues.reduce((sum, { key }) => sum + editor.foundIssues(key).length, 0);
  const [first] = withIssues;
  if (!first) return null;

  /** The variant that the first issue of a step is in, counted from 1. */
  function variantOf(key: string): number | undefined {
    const [, index] = /^variants\.(\d+)/.exec(editor.foundIssues(key)[0]?.path ?? "") ?? [];
    return index === undefined ? undefined : Number(index) + 1;
  }

  async function open(stepId: string, variant: number | undefined) {
    await editor.flush();
    await navigate({
      to: "/workflows/$workflowId/steps/$stepId",
      params: { workflowId, stepId },
      search: { variant },
      state: { focusIssue: true },
      resetScroll: false,
    });
    // A step that was open already is not opened anew.
    focusFirstIssue();
  }

  return (
    <Button
      className="max-sm:px-2"
      onClick={() => void open(editor.idOf(first.key) ?? first.key, variantOf(first.key))}
    >
      <CircleAlert className="size-4 text-danger" aria-hidden="true" />
      <span>
        {count}
        {/* On a phone the icon says it, so that the actions stay in one line. */}
        <span className="max-sm:sr-only">{count === 1 ? " issue" : " issues"}</span>
      </span>
    </Button>
  );
}
