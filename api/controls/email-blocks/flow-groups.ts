import { type ChildNode, type Element, isComment, isTag, isText, Text } from "domhandler";
import { decodeHTML } from "entities";
import { depthChange, isBalanced, type LiquidToken, type MaskedHtml, partsOf } from "./liquid-masks.ts";
import { isInline, NotInBlocks } from "./read-inline.ts";

/** A node with its place in the source. A text is divided where Liquid has tags. */
export interface SourceItem {
  node: ChildNode;
  start: number;
  end: number;
  /** The tag of Liquid that it is nothing but. */
  tag?: LiquidToken;
}

/** Items that become blocks together. */
export type Group = { start: number; end: number } & (
  | { kind: "inline"; items: SourceItem[] }
  | { kind: "element"; element: Element }
  /** Blocks that are shown when a variable has a value. */
  | { kind: "condition"; variable: string; items: SourceItem[] }
  /** Blocks that are repeated for each item of a list. */
  | { kind: "loop"; list: string; item: string; items: SourceItem[] }
  | { kind: "html" }
);

const placeOf = ({ startIndex, endIndex }: ChildNode): { start: number; end: number } => ({
  start: startIndex ?? 0,
  end: (endIndex ?? -1) + 1,
});

/** Returns the nodes of an element as items. */
export function sourceItems(nodes: readonly ChildNode[], html: MaskedHtml): SourceItem[] {
  return nodes.flatMap((node): SourceItem[] => {
    const place = placeOf(node);
    if (!isText(node)) return [{ node, ...place }];
    const source = html.masked.slice(place.start, place.end);
    const parts = partsOf(source, html);
    if (!parts.some((part) => typeof part !== "string" && part.tag !== undefined)) return [{ node, ...place }];
    return divided(parts, place.start, html);
  });
}

function divided(parts: readonly (string | LiquidToken)[], start: number, html: MaskedHtml): SourceItem[] {
  let at = start;
  return parts.map((part): SourceItem => {
    const end = at + (typeof part === "string" ? part : part.source).length;
    const piece = new Text(decodeHTML(html.masked.slice(at, end)));
    piece.startIndex = at;
    piece.endIndex = end - 1;
    const item = { node: piece, start: at, end };
    at = end;
    return typeof part !== "string" && part.tag !== undefined ? { ...item, tag: part } : item;
  });
}

const isBlock = ({ node }: SourceItem): boolean => !isInline(node) && !isComment(node);

/** Divides items into groups. Throws where a block of Liquid begins or ends here and not both. */
export function groupsOf(items: readonly SourceItem[], html: MaskedHtml): Group[] {
  const groups: Group[] = [];
  let inline: SourceItem[] = [];
  const endInline = () => {
    const [first] = inline;
    const last = inline.at(-1);
    if (first && last) groups.push({ kind: "inline", items: inline, start: first.start, end: last.end });
    inline = [];
  };
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (!item) continue;
    const { node, start, end, tag } = item;
    if (!tag) {
      if (isTag(node) && !isBalanced(html.masked.slice(start, end), html)) throw new NotInBlocks();
      if (isTag(node) && isBlock(item)) {
        endInline();
        groups.push({ kind: "element", element: node, start, end });
      } else inline.push(item);
      continue;
    }
    if (depthChange(tag) < 0) throw new NotInBlocks();
    if (depthChange(tag) === 0) {
      inline.push(item);
      continue;
    }
    const last = endOf(items, index);
    const inner = items.slice(index + 1, last);
    if (inner.some(isBlock)) {
      endInline();
      groups.push({ ...liquidGroup(tag, inner), start, end: items[last]?.end ?? end });
    } else inline.push(...items.slice(index, last + 1));
    index = last;
  }
  endInline();
  return groups;
}

/** The index of the tag that ends the block which the tag at an index opens. */
function endOf(items: readonly SourceItem[], start: number): number {
  let depth = 0;
  for (let index = start; index < items.length; index += 1) {
    const tag = items[index]?.tag;
    depth += tag ? depthChange(tag) : 0;
    if (depth === 0) return index;
  }
  throw new NotInBlocks();
}

const PATH = String.raw`[a-z_][\w-]*(?:\.[\w-]+|\[\d+\])*`;
const CONDITION = new RegExp(`^${PATH}$`, "i");
const LOOP = new RegExp(String.raw`^([a-z_][\w-]*)\s+in\s+(${PATH})$`, "i");

type LiquidGroup =
  | { kind: "condition"; variable: string; items: SourceItem[] }
  | { kind: "loop"; list: string; item: string; items: SourceItem[] }
  | { kind: "html" };

function liquidGroup({ tag, code }: LiquidToken, items: SourceItem[]): LiquidGroup {
  if (hasOtherBranch(items)) return { kind: "html" };
  if (tag === "if" && CONDITION.test(code)) return { kind: "condition", variable: code, items };
  const [, item, list] = tag === "for" ? (LOOP.exec(code) ?? []) : [];
  return item && list ? { kind: "loop", list, item, items } : { kind: "html" };
}

function hasOtherBranch(items: readonly SourceItem[]): boolean {
  let depth = 0;
  return items.some(({ tag }) => {
    if (!tag) return false;
    depth += depthChange(tag);
    return depth === 0 && depthChange(tag) === 0;
  });
}
