import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { X } from "lucide-react";
import { type RefObject, useLayoutEffect, useState } from "react";
import type { Schema } from "#contract/constants/values/schema-path.ts";
import { schemaAt } from "#contract/constants/values/schema-path.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { variablesOf } from "#dashboard/components/code/variable-schema.ts";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { VariableName } from "./block-controls.tsx";
import { BlockFields } from "./block-fields.tsx";
import { foundProblems } from "./block-problems.ts";
import { loopTag, schemaIn, scopeAt } from "./block-scope.ts";
import { blockWord } from "./block-words.ts";
import type { BlockEditorProps } from "./editor-props.ts";
import { BESIDE_WIDTH, type PlaceBeside, placeBeside } from "./floating.ts";

interface BlockSettingsProps {
  editor: Editor;
  /** Position of the block in the document. */
  pos: number;
  given: Pick<BlockEditorProps, "variables" | "seen" | "readOnly" | "onUndo" | "onRedo">;
  /** The box around the editor, beside which the settings stand. */
  box: RefObject<HTMLDivElement | null>;
  panel: RefObject<HTMLElement | null>;
  /** Goes back to the text. */
  onClose: () => void;
}

/** The settings of the selected block or variable, beside it, so that it is in sight while it is changed. */
export function BlockSettings({ editor, pos, given, box, panel, onClose }: BlockSettingsProps) {
  const { variables, seen, readOnly, onUndo, onRedo } = given;
  const { state } = editor;
  const place = usePlaceBeside({ editor, pos, box, panel });
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
      // A click on what takes no focus leaves it in the settings, which would be closed otherwise.
      tabIndex={-1}
      className={classNames(
        "absolute z-30 flex max-h-[calc(100dvh-2rem)] flex-col gap-3 overflow-auto rounded-lg border border-outline bg-raised p-3 shadow-lg outline-none",
        place.side === "start" ? "end-full me-3" : "inset-x-0",
      )}
      style={{ top: place.top, ...(place.side === "start" && { width: BESIDE_WIDTH }) }}
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
      <BlockFields form={{ node, set, setWidths, schema, seen, readOnly, onUndo, onRedo }} />
      {node.type.name === "repeat" && (
        <ItemNames scope={`${scope}${loopTag(node)}`} name={node.attrs.as} variables={variables} />
      )}
      {"showIfKey" in node.attrs && (
        <VariableName
          form={{ schema, seen, readOnly, onUndo, onRedo }}
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

/** Returns where the settings stand, measured after each change: what is above the block may have grown. */
function usePlaceBeside({ editor, pos, box, panel }: Pick<BlockSettingsProps, "editor" | "pos" | "box" | "panel">) {
  const [place, setPlace] = useState<PlaceBeside>({ side: "start", top: 0 });
  useLayoutEffect(() => {
    const block = editor.view.nodeDOM(pos);
    if (!(block instanceof HTMLElement) || !box.current || !panel.current) return;
    const next = placeBeside(block.getBoundingClientRect(), box.current.getBoundingClientRect(), {
      height: panel.current.offsetHeight,
      windowHeight: window.innerHeight,
    });
    if (next.side !== place.side || Math.abs(next.top - place.top) >= 1) setPlace(next);
  });
  const { side } = place;
  // Below its block it may be beyond the edge of the window.
  useLayoutEffect(() => {
    if (side === "below") panel.current?.scrollIntoView({ block: "nearest" });
  }, [side, panel]);
  return place;
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
