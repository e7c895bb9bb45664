import { SaveConflict } from "#dashboard/editing/save-conflict.tsx";
import { DefinitionDiff } from "../versions/definition-diff.tsx";
import { definitionOf } from "./definition.ts";
import { useEditing, useEditorState } from "./editor-context.tsx";

/** Asks what becomes of two versions of the workflow; nothing when there is only one. */
export function WorkflowConflict() {
  const { editor } = useEditing();
  const save = useEditorState((state) => state.save);
  const definition = useEditorState((state) => state.definition);
  if (save.kind !== "conflict") return null;
  const { theirs } = save;
  return (
    <SaveConflict
      newer={save}
      what={`version ${theirs.version}`}
      title={`Their version ${theirs.version} and your changes`}
      savedAt={theirs.updatedAt}
      difference={(sides) => <DefinitionDiff before={definitionOf(theirs)} after={definition} sides={sides} />}
      onTake={() => editor.take(theirs)}
      onKeep={() => void editor.keepMine()}
    />
  );
}
