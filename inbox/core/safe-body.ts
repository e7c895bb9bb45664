import { safeUrl } from "./safe-url.ts";
import { createTrust } from "./trusted-html.ts";

/** A message's body as a tree of allowed elements and text: no HTML of the sender reaches the page. */
export type BodyNode =
  | string
  | { tag: "strong" | "em" | "u" | "s" | "code" | "p" | "ul" | "ol" | "li" | "br"; children: BodyNode[] }
  | { tag: "a"; href: string; children: BodyNode[] };

const ALLOWED = new Map<string, Exclude<BodyNode, string>["tag"]>([
  ["B", "strong"],
  ["STRONG", "strong"],
  ["I", "em"],
  ["EM", "em"],
  ["U", "u"],
  ["S", "s"],
  ["CODE", "code"],
  ["P", "p"],
  ["DIV", "p"],
  ["UL", "ul"],
  ["OL", "ol"],
  ["LI", "li"],
  ["BR", "br"],
  ["A", "a"],
]);

/** Elements that are dropped together with their text. */
const DROPPED = new Set([
  "SCRIPT",
  "STYLE",
  "TEMPLATE",
  "IFRAME",
  "OBJECT",
  "NOSCRIPT",
  "TEXTAREA",
  "TITLE",
  "SVG",
  "MATH",
]);

const trust = createTrust({ trustedTypes: Reflect.get(globalThis, "trustedTypes") });

/** Deeper elements are replaced by their text. */
const MAX_DEPTH = 12;

/**
 * Reads a body: plain text with a small subset of HTML. Other elements are replaced by their content, links keep only
 * an address that is safe to follow. Needs a DOM.
 */
export function parseBody(content: string): BodyNode[] {
  if (!/[<&]/.test(content)) return [content];
  const html = trust(content);
  // The text is better than nothing.
  if (html === undefined) return [content.replace(/<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)|<[^<>]*>/gi, "")];
  // A parsed document runs no scripts and loads no images.
  return readChildren(new DOMParser().parseFromString(html, "text/html").body, 0);
}

/** The text of a body, for names and announcements. */
export function bodyText(nodes: BodyNode[]): string {
  return nodes
    .map((node) => (typeof node === "string" ? node : ` ${bodyText(node.children)}`))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function readChildren(parent: Node, depth: number): BodyNode[] {
  return [...parent.childNodes].flatMap((node) => readNode(node, depth));
}

function readNode(node: Node, depth: number): BodyNode[] {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ? [node.textContent] : [];
  if (!(node instanceof Element) || DROPPED.has(node.nodeName.toUpperCase())) return [];
  if (depth >= MAX_DEPTH) return node.textContent ? [node.textContent] : [];
  const children = readChildren(node, depth + 1);
  const tag = ALLOWED.get(node.nodeName.toUpperCase());
  if (tag === undefined) return children;
  if (tag !== "a") return [{ tag, children: tag === "br" ? [] : children }];
  const href = safeUrl(node.getAttribute("href"));
  return href === undefined ? children : [{ tag, href, children }];
}
