import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { showToast } from "#dashboard/components/overlays/toast.ts";
import { errorText } from "#dashboard/errors.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { useEditing, useEditorState } from "../editor-context.tsx";
import { withPropertiesOf } from "./infer-schema.ts";

/** Properties that a message names at most. */
const NAMED = 5;

/** Adds the properties that the payloads of the latest runs have and the schema lacks. */
export function AddSeenProperties() {
  const { editor } = useEditing();
  const { read } = useEnvironment();
  const workflowId = useEditorState(({ saved }) => saved._id);
  const payloads = useQuery({ ...read("notifications.payloads", workflowId), enabled: false });
  const [note, setNote] = useState("");

  async function add(): Promise<void> {
    setNote("");
    const { data: seen } = await payloads.refetch();
    if (!seen) return;
    if (seen.length === 0) {
      setNote("No event has come yet: trigger the workflow, or run a live test.");
      return;
    }
    const { payloadSchema } = editor.store.getState().definition;
    const { schema, added } = withPropertiesOf(payloadSchema, seen);
    if (added.length === 0) {
      setNote(
        `The latest ${seen.length === 1 ? "event has" : `${seen.length} events have`} nothing that the schema lacks.`,
      );
      return;
    }
    editor.change(`add-seen.${added.join()}`, (before) => ({ ...before, payloadSchema: schema }));
    showToast({ tone: "success", text: addedText(added), undo: editor.undo });
  }

  return (
    <>
      <Button small pending={payloads.isFetching} onClick={() => void add()}>
        Infer from past events
      </Button>
      <p role="status" className="order-last basis-full text-xs text-muted empty:hidden">
        {note}
      </p>
      {payloads.isError && !payloads.isFetching && (
        <Alert>{`The latest events could not be read. ${errorText(payloads.error)}`}</Alert>
      )}
    </>
  );
}

function addedText(added: readonly string[]): string {
  const named = added.slice(0, NAMED).join(", ");
  const more = added.length > NAMED ? ` and ${added.length - NAMED} more` : "";
  return `Added ${named}${more} to the payload schema`;
}
