import type { Editor } from "@tiptap/core";
import { NodeSelection, TextSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { currentBlock } from "./block-position.ts";
import { foundProblems } from "./block-problems.ts";

/** Returns the block of the selection, what of it is selected, and the problem that is there, else the first one. */
export const useSelectedBlock = (editor: Editor) =>
  useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const { selection } = state;
      const problems = foundProblems(state);
      const own = problems.find(({ from, to }) => from <= selection.from && selection.to <= to) ?? problems[0];
      return {
        block: currentBlock(state),
        selectedPos: selection instanceof NodeSelection ? selection.from : null,
        hasText: selection instanceof TextSelection && !selection.empty,
        problem: own && problems.length > 1 ? `${own.message} (1 of ${problems.length})` : own?.message,
      };
    },
  });
