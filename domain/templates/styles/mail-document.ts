import type { Document, Element, ParentNode } from "domhandler";
import { type AnyNode, isTag, isText } from "domhandler";
import type { Token } from "parse5";
import { OPEN } from "../protect-expressions.ts";
import { type DynamicAttributes, FIXED_ATTRIBUTES, markDynamicAttributes } from "./dynamic-attributes.ts";
import type { HtmlSource } from "./html-source.ts";
import { outlookElements, outlookParts, outlookStyles } from "./outlook-parts.ts";
import { parseMail } from "./parse-mail.ts";
import { keysOf } from "./selector-keys.ts";

/** A start tag in the source. Misnested tags make several elements of one tag. */
export interface StartTag {
  elements: [Element, ...Element[]];
  start: number;
  /** End of the tag's name, where an attribute can be added. */
  nameEnd: number;
  end: number;
  /** End of the element, its end tag included. */
  elementEnd: number;
  /** The style attribute in the source, if it has one. */
  styleAttribute: Token.Location | undefined;
  attributes: DynamicAttributes;
}

/** A style element, and its rules as they are in the source. */
export interface StyleElement {
  css: string;
  cssStart: number;
  start: number;
  end: number;
  /** Whether its rules apply always, and not for some media only or where a foreign element is. */
  isPlain: boolean;
}

export interface MailDocument {
  document: Document;
  isQuirks: boolean;
  /** Tags of elements that style rules change how they look, in the order of the source. */
  tags: StartTag[];
  /** Elements that no tag stands for, such as the body of a mail without a body tag. */
  implied: Element[];
  /** In the order of the source, those that Outlook alone reads among them. */
  styles: StyleElement[];
  /** Keys of selectors that may be for elements which Outlook alone reads. */
  outlookKeys: ReadonlySet<string>;
  /** Names of attributes whose values variables decide, and `*` where they decide the names. */
  dynamicNames: ReadonlySet<string>;
}

/** Elements that are never shown. */
const NEVER_SHOWN: ReadonlySet<string> = new Set([
  "head",
  "title",
  "base",
  "link",
  "style",
  "meta",
  "script",
  "noscript",
  "template",
]);
/** Tells tools that copy rules to leave a style element alone. */
const LEFT_ALONE = "data-embed";

/** Reads a mail. Throws a `TooComplexError` for one that is too deep or too large. */
export function readMail(source: HtmlSource): MailDocument {
  const { document, originals } = parseMail(source);
  const tags = new Map<number, StartTag>();
  const mail: MailDocument = {
    document,
    isQuirks: document["x-mode"] === "quirks",
    tags: [],
    implied: [],
    styles: [],
    outlookKeys: new Set(),
    dynamicNames: new Set(),
  };
  const parts = outlookParts(source.html);
  const dynamicNames = new Set<string>();
  for (const element of elementsIn(document)) {
    if (element.name === "style") addStyles(element, source, mail.styles);
    if (NEVER_SHOWN.has(element.name)) continue;
    const location: Token.ElementLocation | null | undefined = (originals.get(element) ?? element).sourceCodeLocation;
    if (!location?.startTag) {
      mail.implied.push(element);
      continue;
    }
    const isDynamic = source.html.slice(location.startTag.startOffset, location.startTag.endOffset).includes(OPEN);
    const attributes = isDynamic ? markDynamicAttributes(element, source.expressions) : FIXED_ATTRIBUTES;
    for (const name of attributes.names) dynamicNames.add(name);
    const { startOffset: start, endOffset: end } = location.startTag;
    const known = tags.get(start);
    if (known) known.elements.push(element);
    else {
      tags.set(start, {
        elements: [element],
        start,
        nameEnd: start + 1 + nameLength(source.html, start + 1),
        end,
        elementEnd: location.endOffset,
        styleAttribute: location.attrs?.style,
        attributes,
      });
    }
  }
  // Its rules apply on a condition, as those for some media do.
  const ofOutlook = parts.flatMap(outlookStyles).map((style) => ({ ...style, isPlain: false }));
  return {
    ...mail,
    tags: [...tags.values()].sort((a, b) => a.start - b.start),
    styles: [...mail.styles, ...ofOutlook].sort((a, b) => a.start - b.start),
    outlookKeys: new Set(outlookElements(parts).flatMap((element) => keysOf(element, mail.isQuirks))),
    dynamicNames,
  };
}

/** The elements of a tree in the order of the document, without the content of templates, which is never shown. */
function* elementsIn(root: Document): Generator<Element> {
  const rest: AnyNode[] = [...root.children].reverse();
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!isTag(node)) continue;
    yield node;
    if (node.name !== "template") pushReversed(rest, node);
  }
}

function pushReversed(rest: AnyNode[], { children }: ParentNode): void {
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index];
    if (child) rest.push(child);
  }
}

function addStyles(element: Element, { html }: HtmlSource, styles: StyleElement[]): void {
  const location = element.sourceCodeLocation;
  const { type = "", media = "" } = element.attribs;
  if (!location?.startTag || !/^(?:text\/css)?$/i.test(type.trim()) || !element.children.every(isText)) return;
  const cssStart = location.startTag.endOffset;
  styles.push({
    css: html.slice(cssStart, location.endTag?.startOffset ?? location.endOffset),
    cssStart,
    start: location.startOffset,
    end: location.endOffset,
    isPlain: /^(?:all)?$/i.test(media.trim()) && !(LEFT_ALONE in element.attribs) && element.namespace === HTML,
  });
}

const HTML = "http://www.w3.org/1999/xhtml";

const nameLength = (html: string, start: number): number => /[\s/>]|$/.exec(html.slice(start, start + 200))?.index ?? 0;
