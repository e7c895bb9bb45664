import { type Extensions, getSchema } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { Underline } from "@tiptap/extension-underline";
import { Dropcursor, Gapcursor, Placeholder } from "@tiptap/extensions";
import { KeptInline, OBJECT_NODES } from "./object-nodes.ts";
import { CommonAttributes, Footer, KeptMark, Link, TextStyle } from "./text-nodes.ts";
import { VariablePill } from "./variable-pill.ts";

/** The blocks and marks of the editor. It has no history: that is the one of the whole step. */
export const EXTENSIONS: Extensions = [
  Document,
  Paragraph,
  Text,
  // On the screen all headings have one level, below that of the step: the page has an order of its own.
  Heading.extend({
    addNodeView:
      () =>
      ({ node, HTMLAttributes }) => {
        const dom = document.createElement("h3");
        for (const [name, value] of Object.entries(HTMLAttributes)) dom.setAttribute(name, String(value));
        dom.dataset.level = String(node.attrs.level);
        return { dom, contentDOM: dom };
      },
  }),
  BulletList,
  OrderedList,
  ListItem.extend({ content: "block+" }),
  ListKeymap,
  Blockquote,
  CodeBlock.configure({ enableTabIndentation: false }),
  HorizontalRule,
  HardBreak,
  Footer,
  ...OBJECT_NODES,
  VariablePill,
  KeptInline,
  Bold,
  Italic,
  Underline,
  Strike,
  Code.extend({ excludes: "" }),
  Link,
  TextStyle,
  KeptMark,
  CommonAttributes,
  Dropcursor.configure({ color: "var(--accent)", width: 2 }),
  Gapcursor,
  Placeholder.configure({
    placeholder: "Write, or type / for blocks and {{ for variables",
    showOnlyCurrent: true,
  }),
];

/** Returns the schema of the editor's documents. */
export const blockSchema = () => getSchema(EXTENSIONS);
