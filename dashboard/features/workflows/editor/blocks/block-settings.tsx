import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { X } from "lucide-react";
import type { RefObject } from "react";
import type { Schema } from "#contract/constants/schema-path.ts";
import { schemaAt } from "#contract/constants/schema-path.ts";
import { IconButton } from "../../../../components/button.tsx";
import { variablesOf } from "../../../../components/code/variable-schema.ts";
import { BlockFields, type BlockForm, VariableName } from "./block-fields.tsx";
import { foundProblems } from "./block-problems.ts";
import { loopTag, schemaIn, scopeAt } from "./block-scope.ts";
import { blockWord } from "./block-words.ts";

interface BlockSettingsProps extends Pick<BlockForm, "seen" | "readOnly" | "onUndo" | "onRedo"> {
  editor: Editor;
  /** Position of the block in the document. */
  pos: number;
  variables: Schema | undefined;
  panel: RefObject<HTMLElement | null>;
  /** Goes back to the text. */
  onClose: () => void;
}

/** The settings of the selected block or variable. */
export function BlockSettings({ editor, pos, variables, panel, onClose, ...form }: BlockSettingsProps) {
  const { state } = editor;
  const node = state.doc.nodeAt(pos);
  if (!node) return null;
  const scope = scopeAt(state.doc.resolve(pos));
  const schema = schemaIn(scope, variables);
  const problem = foundProblems(state).find(({ from }) => from === pos);

  function set(attrs: Readonly<Record<string, unknown>>): void {
    const { tr } = editor.state;
    const current = tr.doc.nodeAt(pos);
    if (!current) return;
    const isSelected = tr.selection instanceof NodeSelection && tr.selection.from === pos;
    tr.setNodeMarkup(pos, undefined, { ...current.attrs, ...attrs }, current.marks);
    if (isSelected) tr.setSelection(NodeSelection.create(tr.doc, pos));
    editor.view.dispatch(tr);
  }

  function setWidths(widths: readonly (number | null)[]): void {
    const { tr } = editor.state;
    let at = pos + 1;
    for (const width of widths) {
      const column = tr.doc.nodeAt(at);
      if (!column) return;
      tr.setNodeMarkup(at, undefined, { ...column.attrs, width });
      at += column.nodeSize;
    }
    tr.setSelection(NodeSelection.create(tr.doc, pos));
    editor.view.dispatch(tr);
  }

  return (
    <section
      ref={panel}
      aria-label={`Settings of ${blockWord(node.type.name)}`}
      className="sticky bottom-0 z-20 flex max-h-[60vh] flex-col gap-3 overflow-auto rounded-b-md border-t border-outline bg-raised p-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <header className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 font-semibold">{blockWord(node.type.name)}</h3>
        <IconButton label="Close the settings" onClick={onClose}>
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </header>
      <BlockFields form={{ ...form, node, set, setWidths, schema }} />
      {node.type.name === "repeat" && (
        <ItemNames scope={`${scope}${loopTag(node)}`} name={node.attrs.as} variables={variables} />
      )}
      {"showIfKey" in node.attrs && (
        <VariableName
          form={{ ...form, schema }}
          label="Show only if"
          hint="A variable: without a value, or false, the block is left out"
          placeholder="Always"
          value={typeof node.attrs.showIfKey === "string" ? node.attrs.showIfKey : ""}
          onChange={(showIfKey) => set({ showIfKey: showIfKey === "" ? null : showIfKey })}
        />
      )}
      {problem && <p className="text-xs text-danger wrap-anywhere">{problem.message}</p>}
    </section>
  );
}

/** The variables that the blocks in a repeated part have of its items. */
function ItemNames({ scope, name, variables }: { scope: string; name: unknown; variables: Schema | undefined }) {
  const item = typeof name === "string" && name !== "" ? name : "item";
  const names = variablesOf(schemaAt(schemaIn(scope, variables ?? {}), [item]));
  if (names.length === 0) return null;
  return (
    <p className="text-xs text-muted wrap-anywhere">In it: {names.map((each) => `${item}.${each.name}`).join(", ")}</p>
  );
}
