import type { Editor } from "@tiptap/core";
import { NodeSelection, Selection } from "@tiptap/pm/state";
import {
  Code,
  Columns2,
  Columns3,
  Heading1,
  Heading2,
  Heading3,
  Image,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  MousePointerClick,
  PanelBottom,
  Pilcrow,
  Quote,
  Repeat,
  SeparatorHorizontal,
  SquareCode,
} from "lucide-react";

/** A block that can be added. */
export interface BlockKind {
  id: string;
  text: string;
  /** Other words by which it is found. */
  words: string;
  icon: LucideIcon;
  /** Adds it where the cursor is. */
  add: (editor: Editor) => void;
}

/** Turns the block at the cursor, which is a text, into another one. */
const asText =
  (type: string, attrs: object = {}) =>
  (editor: Editor): void => {
    editor.chain().setNode(type, attrs).run();
  };

interface NewBlock {
  type: string;
  attrs?: object;
  content?: NewBlock[];
}

const column = (): NewBlock => ({ type: "column", content: [{ type: "paragraph" }] });

/** Puts a block in place of an empty paragraph, or after a block with text, and selects it. */
const asBlock =
  (json: NewBlock) =>
  (editor: Editor): void => {
    const { state, view } = editor;
    const { $from } = state.selection;
    const { tr, schema } = state;
    const node = schema.nodeFromJSON(json);
    const isEmpty = $from.parent.type.name === "paragraph" && $from.parent.content.size === 0;
    const start = isEmpty ? $from.before() : $from.after();
    const end = $from.after();
    tr.replaceWith(start, end, node);
    // There is always a place to go on writing.
    const $after = tr.doc.resolve(start + node.nodeSize);
    if (!$after.nodeAfter) tr.insert($after.pos, schema.node("paragraph"));
    const isSelected = (node.isAtom && node.type.name !== "horizontalRule") || node.type.name === "repeat";
    const from = node.isAtom && !isSelected ? start + node.nodeSize : start + 1;
    tr.setSelection(isSelected ? NodeSelection.create(tr.doc, start) : Selection.near(tr.doc.resolve(from)));
    view.dispatch(tr.scrollIntoView());
  };

const BLOCK_KINDS: readonly BlockKind[] = [
  { id: "paragraph", text: "Paragraph", words: "text", icon: Pilcrow, add: asText("paragraph") },
  { id: "heading-1", text: "Heading 1", words: "title h1", icon: Heading1, add: asText("heading", { level: 1 }) },
  { id: "heading-2", text: "Heading 2", words: "title h2", icon: Heading2, add: asText("heading", { level: 2 }) },
  { id: "heading-3", text: "Heading 3", words: "title h3", icon: Heading3, add: asText("heading", { level: 3 }) },
  {
    id: "bulleted",
    text: "Bulleted list",
    words: "unordered points",
    icon: List,
    add: (editor) => void editor.chain().toggleBulletList().run(),
  },
  {
    id: "numbered",
    text: "Numbered list",
    words: "ordered steps",
    icon: ListOrdered,
    add: (editor) => void editor.chain().toggleOrderedList().run(),
  },
  {
    id: "quote",
    text: "Quote",
    words: "blockquote",
    icon: Quote,
    add: (editor) => void editor.chain().toggleBlockquote().run(),
  },
  { id: "button", text: "Button", words: "link action", icon: MousePointerClick, add: asBlock({ type: "button" }) },
  { id: "image", text: "Image", words: "picture photo logo", icon: Image, add: asBlock({ type: "image" }) },
  { id: "divider", text: "Divider", words: "line rule hr", icon: Minus, add: asBlock({ type: "horizontalRule" }) },
  {
    id: "space",
    text: "Space",
    words: "spacer gap height",
    icon: SeparatorHorizontal,
    add: asBlock({ type: "spacer", attrs: { height: 24 } }),
  },
  {
    id: "columns-2",
    text: "2 columns",
    words: "two side by side layout",
    icon: Columns2,
    add: asBlock({ type: "columns", content: [column(), column()] }),
  },
  {
    id: "columns-3",
    text: "3 columns",
    words: "three side by side layout",
    icon: Columns3,
    add: asBlock({ type: "columns", content: [column(), column(), column()] }),
  },
  {
    id: "repeat",
    text: "Repeat",
    words: "loop for each list items",
    icon: Repeat,
    add: asBlock({ type: "repeat", content: [{ type: "paragraph" }] }),
  },
  { id: "footer", text: "Footer", words: "small print", icon: PanelBottom, add: asText("footer") },
  { id: "code", text: "Code", words: "pre", icon: Code, add: asText("codeBlock") },
  {
    id: "html",
    text: "HTML",
    words: "custom markup source",
    icon: SquareCode,
    add: asBlock({ type: "htmlCodeBlock", attrs: { html: "" } }),
  },
];

/** Returns the blocks that a text finds, those whose names begin with it first. */
export function findKinds(query: string): BlockKind[] {
  const wanted = query.trim().toLowerCase();
  const begins = ({ text }: BlockKind) => text.toLowerCase().startsWith(wanted);
  const found = BLOCK_KINDS.filter(({ text, words }) => `${text} ${words}`.toLowerCase().includes(wanted));
  return [...found.filter(begins), ...found.filter((kind) => !begins(kind))];
}
