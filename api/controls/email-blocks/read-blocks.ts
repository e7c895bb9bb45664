import { type ChildNode, type Element, isComment, isTag, isText } from "domhandler";
import { type EditorNode, filled, nodeOf } from "./editor-node.ts";
import { alignmentOf, lossesOf, pixelsOf, styleOf } from "./element-style.ts";
import { type Group, groupsOf, type SourceItem, sourceItems } from "./flow-groups.ts";
import { refuseUnknown } from "./known-attributes.ts";
import { hasMask } from "./liquid-masks.ts";
import { type Conversion, lookMarks, NotInBlocks, readInline, readsAsLiquid } from "./read-inline.ts";
import { onlyElement, readObject } from "./read-objects.ts";
import { readTable } from "./read-table.ts";

/** Elements that only hold others. */
const WRAPPERS = [
  "div",
  "center",
  "section",
  "article",
  "main",
  "header",
  "footer",
  "figure",
  "figcaption",
  "nav",
  "aside",
  "address",
  "html",
  "body",
];

/** Returns the blocks of what stands in an element one below the other. What blocks cannot hold is in blocks of HTML. */
export function readFlow(
  nodes: readonly ChildNode[],
  alignment: string | undefined,
  conversion: Conversion,
): EditorNode[] {
  const read = groupsOf(sourceItems(nodes, conversion.html), conversion.html).map((group) => ({
    group,
    blocks: readGroup(group, alignment, conversion),
  }));
  const blocks: EditorNode[] = [];
  let raw: { start: number; end: number } | undefined;
  const endRaw = () => {
    if (raw) blocks.push(htmlBlock(conversion.html.source.slice(raw.start, raw.end)));
    raw = undefined;
  };
  for (const { group, blocks: found } of read) {
    if (found === undefined) {
      raw = { start: raw?.start ?? group.start, end: group.end };
      continue;
    }
    if (found.length === 0) continue;
    endRaw();
    blocks.push(...found);
  }
  endRaw();
  return blocks;
}

const htmlBlock = (source: string): EditorNode => nodeOf("htmlCodeBlock", {}, [{ type: "text", text: source.trim() }]);

/** Returns undefined for what stays HTML. */
function readGroup(group: Group, alignment: string | undefined, conversion: Conversion): EditorNode[] | undefined {
  // Losses of what stays HTML after all are none.
  const attempt: Conversion = { html: conversion.html, losses: new Set() };
  try {
    const blocks = groupBlocks(group, alignment, attempt);
    for (const loss of attempt.losses) conversion.losses.add(loss);
    return blocks;
  } catch (error) {
    if (error instanceof NotInBlocks) return undefined;
    throw error;
  }
}

function groupBlocks(group: Group, alignment: string | undefined, conversion: Conversion): EditorNode[] {
  switch (group.kind) {
    case "inline":
      return readRun(group.items, alignment, conversion);
    case "element":
      return readElement(group.element, alignment, conversion);
    case "condition": {
      const inner = readItems(group.items, alignment, conversion);
      const isHeld = inner.some((node) => node.attrs?.showIfKey !== undefined);
      if (inner.length === 0 || isHeld) throw new NotInBlocks();
      return inner.map((node) => ({ ...node, attrs: { ...node.attrs, showIfKey: group.variable } }));
    }
    case "loop": {
      const inner = readItems(group.items, alignment, conversion);
      if (inner.length === 0) throw new NotInBlocks();
      const { list, item } = group;
      return [nodeOf("repeat", { each: list, as: item === "item" ? undefined : item }, inner)];
    }
    case "html":
      throw new NotInBlocks();
  }
}

const readItems = (items: readonly SourceItem[], alignment: string | undefined, conversion: Conversion): EditorNode[] =>
  readFlow(
    items.map(({ node }) => node),
    alignment,
    conversion,
  );

/** Texts that stand in no element of their own. */
function readRun(items: readonly SourceItem[], alignment: string | undefined, conversion: Conversion): EditorNode[] {
  const nodes = items.map(({ node }) => node);
  const object = readObject(nodes, alignment, conversion);
  if (object) return [object];
  const content = readInline(nodes, conversion);
  return content.every(isLayout) ? [] : [nodeOf("paragraph", { textAlign: alignment }, content)];
}

const isLayout = ({ type, text }: EditorNode): boolean =>
  type === "hardBreak" || (type === "text" && (text ?? "").trim() === "" && text !== "\u00a0");

function readElement(element: Element, around: string | undefined, conversion: Conversion): EditorNode[] {
  const { name, children } = element;
  if (name === "table") return readTable(element, around, conversion, readFlow);
  if (["title", "meta", "link", "base"].includes(name)) return readHeadElement(element);
  if (name === "head") return readFlow(children, undefined, conversion);
  refuseUnknown(element);
  const alignment = alignmentOf(element, around);
  if (WRAPPERS.includes(name)) return readWrapper(element, alignment, conversion);
  for (const loss of lossesOf(element, KEPT)) conversion.losses.add(loss);
  const heading = /^h([1-6])$/.exec(name);
  if (name === "p" || heading)
    return readTextBlock(element, heading ? Number(heading[1]) : undefined, alignment, conversion);
  switch (name) {
    case "ul":
    case "ol":
      return [readList(element, alignment, conversion)];
    case "blockquote":
      return [nodeOf("blockquote", {}, filled(readFlow(children, alignment, conversion)))];
    case "pre":
      return [readCode(element)];
    case "hr":
      return [nodeOf("horizontalRule")];
    default:
      throw new NotInBlocks();
  }
}

const KEPT = ["text-align", "align", "color", "font-weight", "font-style"];

/** A style sheet that another place has can count, what else is in a head is no part of what is read. */
function readHeadElement(element: Element): [] {
  const isSheet = element.name === "link" && /stylesheet/i.test(element.attribs.rel ?? "");
  const texts = [
    ...Object.values(element.attribs),
    ...element.children.map((child) => (isText(child) ? child.data : "")),
  ];
  if (isSheet || texts.some(hasMask)) throw new NotInBlocks();
  return [];
}

function readWrapper(element: Element, alignment: string | undefined, conversion: Conversion): EditorNode[] {
  const style = styleOf(element);
  const height = pixelsOf(style.get("height"));
  if (height && element.children.length === 0) return [nodeOf("spacer", { height })];
  const isOurs = style.size === 2 && style.get("max-width") === "600px" && style.get("margin") === "0 auto";
  if (!isOurs) for (const loss of lossesOf(element, ["text-align", "align"])) conversion.losses.add(loss);
  return readFlow(element.children, alignment, conversion);
}

function readTextBlock(
  element: Element,
  level: number | undefined,
  alignment: string | undefined,
  conversion: Conversion,
): EditorNode[] {
  const style = styleOf(element);
  const { children } = element;
  const object = readObject(children, alignment, conversion);
  if (object) return [object];
  const isFooter = level === undefined && style.get("font-size") === "14px" && style.get("color") === "#64748b";
  const marks = isFooter ? [] : lookMarks(style).filter(({ type }) => level === undefined || type !== "bold");
  const type = level === undefined ? (isFooter ? "footer" : "paragraph") : "heading";
  if (isFooter) conversion.losses.delete("fonts");
  return [nodeOf(type, { level, textAlign: alignment }, readInline(children, conversion, marks))];
}

function readList(list: Element, alignment: string | undefined, conversion: Conversion): EditorNode {
  if (list.attribs.start !== undefined) throw new NotInBlocks();
  const items = list.children.flatMap((child): EditorNode[] => {
    if (isComment(child) || (isText(child) && child.data.trim() === "")) return [];
    if (!isTag(child) || child.name !== "li") throw new NotInBlocks();
    refuseUnknown(child);
    for (const loss of lossesOf(child, KEPT)) conversion.losses.add(loss);
    return [nodeOf("listItem", {}, filled(readFlow(child.children, alignmentOf(child, alignment), conversion)))];
  });
  if (items.length === 0) throw new NotInBlocks();
  return nodeOf(list.name === "ul" ? "bulletList" : "orderedList", {}, items);
}

function readCode(element: Element): EditorNode {
  const code = onlyElement(element.children);
  const children = code?.name === "code" ? code.children : element.children;
  if (!children.every(isText)) throw new NotInBlocks();
  const text = children.map((child) => (isText(child) ? child.data : "")).join("");
  if (hasMask(text) || readsAsLiquid(text)) throw new NotInBlocks();
  return nodeOf("codeBlock", {}, text === "" ? [] : [{ type: "text", text }]);
}
