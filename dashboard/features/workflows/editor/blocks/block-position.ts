import type { Node, ResolvedPos } from "@tiptap/pm/model";
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import { blockWord } from "./block-words.ts";

/** A block in its place: in the document, in a column or in a repeated part. */
export interface BlockPosition {
  pos: number;
  type: string;
  /** Place among its siblings, from 0, and their number. */
  index: number;
  count: number;
}

const HOLDERS = ["doc", "column", "repeat"];

/** Returns the block that is selected, or in which the cursor is. */
export function currentBlock({ selection }: EditorState): BlockPosition | undefined {
  return blockOf(selection.$from, selection instanceof NodeSelection ? selection.node : undefined);
}

/** Returns the block around a place of the document. */
export function blockAt(state: EditorState, pos: number): BlockPosition | undefined {
  const $pos = state.doc.resolve(Math.min(pos, state.doc.content.size));
  return blockOf($pos, $pos.nodeAfter?.isBlock ? $pos.nodeAfter : undefined);
}

/** Returns the block that begins at a place, if there is one, or else the one that the place is in. */
function blockOf($pos: ResolvedPos, block: Node | undefined): BlockPosition | undefined {
  if (block && HOLDERS.includes($pos.parent.type.name))
    return { pos: $pos.pos, type: block.type.name, index: $pos.index(), count: $pos.parent.childCount };
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const parent = $pos.node(depth - 1);
    if (HOLDERS.includes(parent.type.name))
      return {
        pos: $pos.before(depth),
        type: $pos.node(depth).type.name,
        index: $pos.index(depth - 1),
        count: parent.childCount,
      };
  }
  return undefined;
}

/** Returns the columns or the repeated part that a block is in. */
export function blockAround(state: EditorState, { pos }: BlockPosition): BlockPosition | undefined {
  const $pos = state.doc.resolve(pos);
  for (let depth = $pos.depth; depth > 0; depth -= 1)
    if (["columns", "repeat"].includes($pos.node(depth).type.name)) return blockAt(state, $pos.before(depth));
  return undefined;
}

/** Moves a block past the one before or after it. Returns the sentence for screen readers; undefined where there is no such place. */
export function moveBlock(tr: Transaction, block: BlockPosition, by: -1 | 1): string | undefined {
  const $pos = tr.doc.resolve(block.pos);
  const node = $pos.nodeAfter;
  const other = $pos.parent.maybeChild(block.index + by);
  if (!node || !other) return undefined;
  const { selection } = tr;
  const inside = selection.from - block.pos;
  const isNode = selection instanceof NodeSelection && selection.from === block.pos;
  const target = by < 0 ? block.pos - other.nodeSize : block.pos + other.nodeSize;
  tr.delete(block.pos, block.pos + node.nodeSize).insert(target, node);
  const at = isNode
    ? NodeSelection.create(tr.doc, target)
    : Selection.near(tr.doc.resolve(target + Math.max(0, inside)));
  tr.setSelection(at).scrollIntoView();
  return `${blockWord(block.type)} moved to position ${block.index + by + 1} of ${block.count}`;
}

/** Removes a block. The last one of its place leaves an empty paragraph. */
export function removeBlock(tr: Transaction, block: BlockPosition): void {
  const node = tr.doc.nodeAt(block.pos);
  const paragraph = tr.doc.type.schema.nodes.paragraph;
  if (!node || !paragraph) return;
  if (block.count > 1) tr.delete(block.pos, block.pos + node.nodeSize);
  else tr.replaceWith(block.pos, block.pos + node.nodeSize, paragraph.create());
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(block.pos, tr.doc.content.size)))).scrollIntoView();
}

/** Adds a paragraph with a text after a block, and puts the cursor at its end. An empty paragraph takes the text itself. */
export function addParagraphAfter(tr: Transaction, block: BlockPosition, text: string): void {
  const node = tr.doc.nodeAt(block.pos);
  const { schema } = tr.doc.type;
  if (!node) return;
  const isEmpty = node.type.name === "paragraph" && node.content.size === 0;
  const at = isEmpty ? block.pos + 1 : block.pos + node.nodeSize;
  if (isEmpty) tr.insertText(text, at);
  else tr.insert(at, schema.node("paragraph", null, text === "" ? [] : [schema.text(text)]));
  tr.setSelection(TextSelection.create(tr.doc, at + (isEmpty ? 0 : 1) + text.length)).scrollIntoView();
}
