import { type ChildNode, hasChildren, isTag } from "domhandler";
import { parseDocument } from "htmlparser2";
import { EMAIL_LOSSES, type EmailLoss } from "#contract/constants/email-losses.ts";
import { emailHtml } from "../editor-html.ts";
import { type EditorNode, filled, nodeOf } from "./editor-node.ts";
import { keepsTexts } from "./kept-texts.ts";
import { hasMask, maskLiquid } from "./liquid-masks.ts";
import { openEnd } from "./open-end.ts";
import { readFlow } from "./read-blocks.ts";
import { type Conversion, NotInBlocks } from "./read-inline.ts";

/** Elements in elements in HTML that is read; what is deeper stays HTML. */
const BLOCK_DEPTH_MAX = 80;

interface EmailBlocks {
  /** The document of the block editor, as JSON. */
  body: string;
  /** Look that blocks do not have of the look of the HTML. */
  losses: EmailLoss[];
  /** Blocks that are HTML, as nothing else holds what they have. */
  htmlBlocks: number;
}

/**
 * Turns the HTML of an email into a document of the block editor, as a browser reads it. What is open at its end is closed, as it would take
 * what is added behind it into itself. What blocks cannot hold is in blocks of HTML; no text and nothing of Liquid is
 * lost. HTML that `emailHtml` has made becomes the document that it was made from, as far as that is in the HTML.
 */
export function htmlToBlocks(given: string): EmailBlocks {
  const open = openEnd(given);
  const source = given + (open?.closing ?? "");
  // What a comment, a title or a tag has taken into itself would be no part of any block.
  const isHidden = open !== undefined && (open.element === undefined || open.element === "title");
  if (isHidden || hasManyOpenTags(source)) return wholeHtml(source);
  const { content, losses } = read(source) ?? { content: [], losses: new Set<EmailLoss>() };
  const body = bodyOf(content);
  if (hasWholeHtml(content) && keepsTexts(source, emailHtml(body)))
    return { body, losses: EMAIL_LOSSES.filter((loss) => losses.has(loss)), htmlBlocks: countHtml(content) };
  return wholeHtml(source);
}

const wholeHtml = (source: string): EmailBlocks => ({
  body: bodyOf([nodeOf("htmlCodeBlock", {}, [{ type: "text", text: source }])]),
  losses: [],
  htmlBlocks: 1,
});

const bodyOf = (content: EditorNode[]): string => JSON.stringify({ type: "doc", content: filled(content) });

function read(source: string): { content: EditorNode[]; losses: Set<EmailLoss> } | undefined {
  const html = maskLiquid(source);
  if (!html) return undefined;
  const conversion: Conversion = { html, losses: new Set() };
  const { children } = parseDocument(html.masked, { withStartIndices: true, withEndIndices: true });
  const nodes = children.filter((child) => isTag(child) || child.type !== "directive" || hasMask(child.data));
  if (isDeep(nodes)) return undefined;
  try {
    return { content: readFlow(nodes, undefined, conversion), losses: conversion.losses };
  } catch (error) {
    if (error instanceof NotInBlocks) return undefined;
    throw error;
  }
}

const countHtml = (nodes: readonly EditorNode[]): number =>
  nodes.reduce((sum, { type, content = [] }) => sum + (type === "htmlCodeBlock" ? 1 : countHtml(content)), 0);

/** Whether no block of HTML takes what comes after it into itself. */
const hasWholeHtml = (nodes: readonly EditorNode[]): boolean =>
  nodes.every(({ type, content = [] }) =>
    type === "htmlCodeBlock" ? content.every(({ text = "" }) => !openEnd(text)) : hasWholeHtml(content),
  );

function isDeep(nodes: readonly ChildNode[]): boolean {
  let level = nodes;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > BLOCK_DEPTH_MAX) return true;
    level = level.flatMap((node) => (hasChildren(node) ? node.children : []));
  }
  return false;
}

/** Tags that may be open at a time. The parser looks through all of them for each tag. */
const OPEN_TAGS_MAX = 1_000;
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
const EMPTY: ReadonlySet<string> = new Set([
  "br",
  "img",
  "hr",
  "meta",
  "link",
  "input",
  "col",
  "wbr",
  "source",
  "area",
]);

/** Whether more tags are open at some place than any mail has. */
function hasManyOpenTags(source: string): boolean {
  let open = 0;
  for (const [, end, name = ""] of source.matchAll(TAG)) {
    if (EMPTY.has(name.toLowerCase())) continue;
    open = end ? Math.max(0, open - 1) : open + 1;
    if (open > OPEN_TAGS_MAX) return true;
  }
  return false;
}
