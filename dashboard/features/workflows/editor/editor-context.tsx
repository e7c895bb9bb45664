import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useStore } from "zustand";
import type { EditedStep } from "./definition.ts";
import type { Editor } from "./editor.ts";
import type { RefusedStepField } from "./refused-fields.ts";

interface Editing {
  editor: Editor;
  /** Nobody changes anything here: in Production, without the permission, or in a workflow whose steps are code. */
  readOnly: boolean;
}

const EditingContext = createContext<Editing | null>(null);

/** Gives the parts of the editor's screens the workflow that they edit. */
export function EditingProvider({ editor, readOnly, children }: Editing & { children: ReactNode }) {
  // A save renders what is around this again, and everything below would be rendered for a new value.
  const editing = useMemo(() => ({ editor, readOnly }), [editor, readOnly]);
  return <EditingContext value={editing}>{children}</EditingContext>;
}

/** The editor of the open workflow. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error("There is no workflow to edit around this component");
  return editing;
}

type EditorState = ReturnType<Editor["store"]["getState"]>;

/** A part of the editor's state; it has to be the same value while nothing about it changes. */
export const useEditorState = <T,>(select: (state: EditorState) => T): T => useStore(useEditing().editor.store, select);

const NONE_REFUSED: readonly RefusedStepField[] = [];

/** The fields because of which the last save was refused, until the next change. */
export const useRefusedFields = (): readonly RefusedStepField[] =>
  useEditorState(({ save }) => (save.kind === "refused" ? save.fields : NONE_REFUSED));

/** The steps as they are on the screen. */
export const useSteps = (): EditedStep[] => useEditorState(({ definition }) => definition.steps);
