import { SaveConflict } from "../../../editing/save-conflict.tsx";
import { type Definition, definitionOf } from "./definition.ts";
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
      title={`Version ${theirs.version} and yours`}
      theirs={plain(definitionOf(theirs))}
      mine={plain(definition)}
      onTake={() => editor.take(theirs)}
      onKeep={() => void editor.keepMine()}
    />
  );
}

/** The part of a definition that members know: without the keys of the editor. */
const plain = ({ steps, ...definition }: Definition) => ({
  ...definition,
  steps: steps.map(({ key: _key, ...step }) => step),
});
