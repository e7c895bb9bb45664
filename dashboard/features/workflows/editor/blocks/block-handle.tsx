import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { CopyPlus, GripVertical, MoveDown, MoveUp, Plus, Settings2, SquareDashed, Trash2 } from "lucide-react";
import { type DragEvent, type RefObject, useLayoutEffect, useState } from "react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#dashboard/components/overlays/menu.tsx";
import { addParagraphAfter, type BlockPosition, blockAround, moveBlock, removeBlock } from "./block-position.ts";
import { blockWord } from "./block-words.ts";

interface BlockHandleProps {
  editor: Editor;
  block: BlockPosition;
  box: RefObject<HTMLDivElement | null>;
  announce: (sentence: string) => void;
  onSettings: (block: BlockPosition) => void;
}

/** Beside a block: adds one after it, drags it, and has a menu of what can be done with it. */
export function BlockHandle({ editor, block, box, announce, onSettings }: BlockHandleProps) {
  const [top, setTop] = useState(0);
  // After each change of the document: what is above may have grown.
  useLayoutEffect(() => {
    const dom = editor.view.nodeDOM(block.pos);
    const around = box.current?.getBoundingClientRect().top ?? 0;
    if (dom instanceof HTMLElement) setTop(dom.getBoundingClientRect().top - around);
  });
  const word = blockWord(block.type);
  const around = blockAround(editor.state, block);
  const dispatch = (change: (tr: Editor["state"]["tr"]) => void) => {
    const { tr } = editor.state;
    change(tr);
    editor.view.dispatch(tr);
    editor.view.focus();
  };
  const move = (by: -1 | 1) => dispatch((tr) => announce(moveBlock(selected(tr, block), block, by) ?? ""));

  function onDragStart(event: DragEvent) {
    const { view, state } = editor;
    const selection = NodeSelection.create(state.doc, block.pos);
    view.dispatch(state.tr.setSelection(selection));
    const dom = view.nodeDOM(block.pos);
    if (dom instanceof HTMLElement) event.dataTransfer.setDragImage(dom, 0, 0);
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
    view.dragging = { slice: selection.content(), move: true };
  }

  return (
    <div className="absolute start-0 z-10 flex" style={{ top }}>
      <IconButton
        label={`Add a block after ${word}`}
        className="size-6!"
        onClick={() => dispatch((tr) => addParagraphAfter(tr, block, "/"))}
      >
        <Plus className="size-4" aria-hidden="true" />
      </IconButton>
      <Menu
        label={word}
        trigger={
          <IconButton label={`Actions of ${word}`} className="size-6! cursor-grab" draggable onDragStart={onDragStart}>
            <GripVertical className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onAction={() => onSettings(block)}>
          <Settings2 className="size-4 text-muted" aria-hidden="true" />
          Settings
        </MenuItem>
        {around && (
          <MenuItem
            onAction={() =>
              dispatch((tr) => tr.setSelection(NodeSelection.create(tr.doc, around.pos)).scrollIntoView())
            }
          >
            <SquareDashed className="size-4 text-muted" aria-hidden="true" />
            {`Select the ${blockWord(around.type).toLowerCase()} around`}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem isDisabled={block.index === 0} onAction={() => move(-1)}>
          <MoveUp className="size-4 text-muted" aria-hidden="true" />
          Move up
        </MenuItem>
        <MenuItem isDisabled={block.index >= block.count - 1} onAction={() => move(1)}>
          <MoveDown className="size-4 text-muted" aria-hidden="true" />
          Move down
        </MenuItem>
        <MenuItem
          onAction={() =>
            dispatch((tr) => {
              const node = tr.doc.nodeAt(block.pos);
              if (node) tr.insert(block.pos + node.nodeSize, node);
            })
          }
        >
          <CopyPlus className="size-4 text-muted" aria-hidden="true" />
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem onAction={() => dispatch((tr) => removeBlock(tr, block))}>
          <Trash2 className="size-4 text-muted" aria-hidden="true" />
          Delete
        </MenuItem>
      </Menu>
    </div>
  );
}

/** The cursor goes along with the block that is moved. */
function selected(tr: Editor["state"]["tr"], { pos }: BlockPosition): Editor["state"]["tr"] {
  const node = tr.doc.nodeAt(pos);
  const isInside = node && tr.selection.from >= pos && tr.selection.to <= pos + node.nodeSize;
  return isInside || !node ? tr : tr.setSelection(NodeSelection.create(tr.doc, pos));
}
