import { type ChildNode, type Element, isComment, isTag, isText } from "domhandler";
import type { EmailLoss } from "#contract/constants/email-losses.ts";
import { liquidParts } from "#contract/constants/templates/liquid-parts.ts";
import { splitFallback } from "#contract/constants/templates/variable-fallback.ts";
import { type EditorMark, type EditorNode, nodeOf } from "./editor-node.ts";
import { colourOf, isHidden, lossesOf, styleOf } from "./element-style.ts";
import { hasMask, type LiquidToken, type MaskedHtml, partsOf, unmask } from "./liquid-masks.ts";

/** HTML that is converted, with the look that it loses. */
export interface Conversion {
  html: MaskedHtml;
  losses: Set<EmailLoss>;
}

/** Thrown for what blocks cannot hold: the nearest element around it that they can leave whole stays HTML. */
export class NotInBlocks extends Error {}

const MARKS: Readonly<Record<string, string>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  u: "underline",
  ins: "underline",
  s: "strike",
  strike: "strike",
  del: "strike",
  code: "code",
};

/** Attributes of inline elements that say nothing about what is shown. */
const SILENT = [
  "title",
  "target",
  "rel",
  "id",
  "name",
  "class",
  "style",
  "color",
  "face",
  "size",
  "href",
  "dir",
  "lang",
];

export const isInline = (node: ChildNode): boolean =>
  isText(node) ||
  (isTag(node) && ["a", "span", "font", "br", "img", ...Object.keys(MARKS), ...KEPT_WHOLE].includes(node.name));

/** Inline elements of which a block that has one stays HTML. */
const KEPT_WHOLE = [
  "sup",
  "sub",
  "small",
  "big",
  "mark",
  "abbr",
  "cite",
  "q",
  "kbd",
  "var",
  "samp",
  "time",
  "label",
  "bdo",
  "bdi",
  "tt",
];

/** Returns the texts of a block, without the white space at its edges that only lays out the source. */
export function readInline(
  nodes: readonly ChildNode[],
  conversion: Conversion,
  marks: readonly EditorMark[] = [],
): EditorNode[] {
  return withoutLayoutSpace(merged(nodes.flatMap((node) => inlineNodes(node, marks, conversion))));
}

function inlineNodes(node: ChildNode, marks: readonly EditorMark[], conversion: Conversion): EditorNode[] {
  if (isComment(node)) return droppedComment(node.data, conversion);
  if (isText(node)) return textNodes(node.data, marks, conversion);
  if (!isTag(node)) throw new NotInBlocks();
  if (node.name === "br") return [{ type: "hardBreak" }];
  const own = marksOf(node, conversion);
  // The first mark of a list is the innermost element.
  return node.children.flatMap((child) => inlineNodes(child, [...own, ...marks], conversion));
}

/** Leaves a comment out. One with Liquid, which may print what is no comment, stays. */
function droppedComment(data: string, { losses }: Conversion): [] {
  if (hasMask(data)) throw new NotInBlocks();
  if (/^\s*\[if\b|\[endif\]|<!\[/i.test(data)) losses.add("code for Outlook alone");
  return [];
}

function marksOf(element: Element, conversion: Conversion): EditorMark[] {
  const { name, attribs } = element;
  if (Object.keys(attribs).some((key) => hasMask(key) || !SILENT.includes(key))) throw new NotInBlocks();
  if (Object.entries(attribs).some(([key, value]) => key !== "href" && hasMask(value))) throw new NotInBlocks();
  const style = styleOf(element);
  if (isHidden(style)) throw new NotInBlocks();
  for (const loss of lossesOf(element, ["color", "font-weight", "font-style", "text-decoration"]))
    conversion.losses.add(loss);
  const marks = lookMarks(style, name === "font" ? attribs.color : undefined);
  if (name === "span" || name === "font") return marks;
  if (name === "a") return attribs.href === undefined ? marks : [...marks, linkMark(attribs.href, conversion)];
  const type = MARKS[name];
  if (!type) throw new NotInBlocks();
  return [...marks.filter((mark) => mark.type !== type), { type }];
}

/** Returns the marks of an element for what its style says. */
export function lookMarks(style: ReadonlyMap<string, string>, color?: string): EditorMark[] {
  const colour = colourOf(style.get("color") ?? color);
  return [
    ...(colour ? [{ type: "textStyle", attrs: { color: colour } }] : []),
    ...(/^(bold|bolder|[6-9]00)$/.test(style.get("font-weight") ?? "") ? [{ type: "bold" }] : []),
    ...(style.get("font-style") === "italic" ? [{ type: "italic" }] : []),
    ...(/\bunderline\b/.test(style.get("text-decoration") ?? "") ? [{ type: "underline" }] : []),
    ...(/\bline-through\b/.test(style.get("text-decoration") ?? "") ? [{ type: "strike" }] : []),
  ];
}

function linkMark(href: string, conversion: Conversion): EditorMark {
  const { value, isVariable } = addressOf(href, conversion);
  return { type: "link", attrs: { href: value, ...(isVariable && { isUrlVariable: true }) } };
}

/** Returns an address as a document has it: that of a variable alone is its name. */
export function addressOf(value: string, { html }: Conversion): { value: string; isVariable: boolean } {
  if (/^\s*(?:javascript|vbscript|data):/i.test(value)) throw new NotInBlocks();
  const [part, ...others] = partsOf(value.trim(), html);
  if (part !== undefined && typeof part !== "string" && others.length === 0) {
    const name = expressionOf(part);
    if (name !== undefined) return { value: name, isVariable: true };
  }
  for (const each of partsOf(value, html)) if (typeof each === "string") checkedText(each);
  return { value: unmask(value, html), isVariable: false };
}

/** Returns what an output prints, when a variable of a document can hold it. */
export function expressionOf({ tag, code, source }: LiquidToken): string | undefined {
  if (tag !== undefined || source.startsWith("{{{") || code === "" || /[{}%]|^[-#/>!&^]|-$/.test(code))
    return undefined;
  return code;
}

function textNodes(data: string, marks: readonly EditorMark[], { html }: Conversion): EditorNode[] {
  const withMarks = marks.length > 0 ? { marks: [...marks] } : {};
  return partsOf(data, html).map((part): EditorNode => {
    if (typeof part === "string") return { type: "text", text: checkedText(part), ...withMarks };
    if (part.isOpaque || /^\{\{\{|^\{\{-?\s*[#/>!^]/.test(part.source)) throw new NotInBlocks();
    const name = expressionOf(part);
    // What no variable holds stays a text, in which Liquid counts.
    if (name === undefined) return { type: "text", text: part.source, ...withMarks };
    return { ...nodeOf("variable", splitFallback(name)), ...withMarks };
  });
}

/** Whether a text of which no braces were Liquid would be read as such: they were written as entities. */
export const readsAsLiquid = (text: string): boolean => liquidParts(text).length > 0;

function checkedText(text: string): string {
  if (readsAsLiquid(text)) throw new NotInBlocks();
  return text;
}

const sameMarks = (one: EditorNode, other: EditorNode): boolean =>
  JSON.stringify(one.marks) === JSON.stringify(other.marks);

function merged(nodes: readonly EditorNode[]): EditorNode[] {
  const texts: EditorNode[] = [];
  for (const node of nodes) {
    const last = texts.at(-1);
    if (last?.type === "text" && node.type === "text" && sameMarks(last, node))
      texts[texts.length - 1] = { ...last, text: `${last.text}${node.text}` };
    else texts.push(node);
  }
  return texts;
}

/** White space with a line break is one space to a reader. */
const withoutLayout = (space: string): string => (/[\t\n\r\f]/.test(space) ? " " : space);
/** Spaces around blocks are none where they have a line break. */
const withoutEdge = (space: string): string => (/[\n\r\f]/.test(space) ? "" : space);

function withoutLayoutSpace(nodes: readonly EditorNode[]): EditorNode[] {
  const isEdge = (index: number) => index < 0 || index >= nodes.length || nodes[index]?.type === "hardBreak";
  const trimmed = nodes.map((node, index) => {
    if (node.type !== "text" || node.text === undefined) return node;
    let text = node.text;
    if (isEdge(index - 1)) text = text.replace(/^[ \t\n\r\f]+/, withoutEdge);
    if (isEdge(index + 1)) text = text.replace(/(?<![ \t\n\r\f])[ \t\n\r\f]+$/, withoutEdge);
    return { ...node, text: text.replace(/[ \t\n\r\f]+/g, withoutLayout) };
  });
  return trimmed.filter((node) => node.type !== "text" || node.text !== "");
}
