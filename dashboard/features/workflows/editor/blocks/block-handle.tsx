import type { Editor } from "@tiptap/core";
import { NodeSelection, type Transaction } from "@tiptap/pm/state";
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
  onSettings: (pos: number) => void;
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
  return (
    <div className="absolute start-0 z-10 flex" style={{ top }}>
      <IconButton
        label={`Add a block after ${word}`}
        className="size-6!"
        onClick={() => changeBlocks(editor, (tr) => addParagraphAfter(tr, block, "/"))}
      >
        <Plus className="size-4" aria-hidden="true" />
      </IconButton>
      <BlockMenu editor={editor} block={block} announce={announce} onSettings={onSettings} />
    </div>
  );
}

function BlockMenu({ editor, block, announce, onSettings }: Omit<BlockHandleProps, "box">) {
  const word = blockWord(block.type);
  const around = blockAround(editor.state, block);
  const change = (make: (tr: Transaction) => void) => changeBlocks(editor, make);
  const move = (by: -1 | 1) => change((tr) => announce(moveBlock(selected(tr, block), block, by) ?? ""));
  return (
    <Menu
      label={word}
      trigger={
        <IconButton
          label={`Actions of ${word}`}
          className="size-6! cursor-grab"
          draggable
          onDragStart={(event) => startDrag(editor, block, event)}
        >
          <GripVertical className="size-4" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem onAction={() => onSettings(block.pos)}>
        <Settings2 className="size-4 text-muted" aria-hidden="true" />
        Settings
      </MenuItem>
      {around && (
        <MenuItem
          onAction={() => change((tr) => tr.setSelection(NodeSelection.create(tr.doc, around.pos)).scrollIntoView())}
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
          change((tr) => {
            const node = tr.doc.nodeAt(block.pos);
            if (node) tr.insert(block.pos + node.nodeSize, node);
          })
        }
      >
        <CopyPlus className="size-4 text-muted" aria-hidden="true" />
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem onAction={() => change((tr) => removeBlock(tr, block))}>
        <Trash2 className="size-4 text-muted" aria-hidden="true" />
        Delete
      </MenuItem>
    </Menu>
  );
}

function changeBlocks(editor: Editor, make: (tr: Transaction) => void): void {
  const { tr } = editor.state;
  make(tr);
  editor.view.dispatch(tr);
  editor.view.focus();
}

function startDrag({ view, state }: Editor, block: BlockPosition, { dataTransfer }: DragEvent): void {
  const selection = NodeSelection.create(state.doc, block.pos);
  view.dispatch(state.tr.setSelection(selection));
  const dom = view.nodeDOM(block.pos);
  if (dom instanceof HTMLElement) dataTransfer.setDragImage(dom, 0, 0);
  dataTransfer.effectAllowed = "move";
  dataTransfer.setData("text/plain", "");
  view.dragging = { slice: selection.content(), move: true };
}

/** The cursor goes along with the block that is moved. */
function selected(tr: Transaction, { pos }: BlockPosition): Transaction {
  const node = tr.doc.nodeAt(pos);
  const isInside = node && tr.selection.from >= pos && tr.selection.to <= pos + node.nodeSize;
  return isInside || !node ? tr : tr.setSelection(NodeSelection.create(tr.doc, pos));
}
