import { type Document, Element, isTag } from "domhandler";
import { Parser, type ParserOptions, type Token } from "parse5";
import { adapter, type Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";
import { replacePlaceholders } from "../protect-expressions.ts";
import { type HtmlSource, isSilent } from "./html-source.ts";
import { TooComplexError } from "./work-limit.ts";

type Tree = Htmlparser2TreeAdapterMap;

/** Deepest nesting of elements. Real emails have some dozens of levels; browsers stop at about 500. */
const MAIL_NESTING_MAX = 500;
/** Most elements: misnested tags of some kilobytes can stand for millions of them. */
const MAIL_ELEMENTS_MAX = 50_000;

export interface ParsedMail {
  document: Document;
  /** Elements that misnested tags repeat, with the first one of their tag, whose place is known. */
  originals: ReadonlyMap<Element, Element>;
}

/** Attributes by their names, none of which is inherited. */
function attribsOf(attributes: readonly Token.Attribute[]): Record<string, string> {
  const attribs: Record<string, string> = Object.create(null);
  for (const { name, value } of attributes) attribs[name] = value;
  return attribs;
}

/**
 * Reads a mail as browsers do, with the places of its tags in the source. Throws a `TooComplexError` for one that is nested
 * too deeply or has too many elements.
 */
export function parseMail(source: HtmlSource): ParsedMail {
  /** By the attributes of its tag, which all elements of one tag share. */
  const firsts = new Map<object, Element>();
  const originals = new Map<Element, Element>();
  let depth = 0;
  let elements = 0;

  class MailParser extends Parser<Tree> {
    /** Tags of the template language print nothing, so they neither open the body nor leave a table as text would. */
    override onCharacter(token: Token.CharacterToken): void {
      const chars = replacePlaceholders(token.chars, (name, whole) =>
        isSilent(name, source.expressions) ? "" : whole,
      );
      if (chars !== "") super.onCharacter(chars === token.chars ? token : { ...token, chars });
    }
  }

  const options: ParserOptions<Tree> = {
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    treeAdapter: {
      ...adapter,
      createElement(name, namespace, attributes) {
        elements += 1;
        if (elements > MAIL_ELEMENTS_MAX)
          throw new TooComplexError(`the mail has more than ${MAIL_ELEMENTS_MAX} elements`);
        const element = new Element(name, attribsOf(attributes));
        element.namespace = namespace;
        const first = firsts.get(attributes);
        if (first) originals.set(element, first);
        else firsts.set(attributes, element);
        return element;
      },
      adoptAttributes({ attribs }, attributes) {
        for (const { name, value } of attributes) attribs[name] ??= value;
      },
      setNodeSourceCodeLocation(node, location) {
        if (isTag(node)) node.sourceCodeLocation = location;
      },
      updateNodeSourceCodeLocation(node, end) {
        if (isTag(node) && node.sourceCodeLocation) Object.assign(node.sourceCodeLocation, end);
      },
      onItemPush() {
        depth += 1;
        if (depth > MAIL_NESTING_MAX)
          throw new TooComplexError(`the mail has more than ${MAIL_NESTING_MAX} levels of elements`);
      },
      onItemPop() {
        depth -= 1;
      },
    },
  };
  return { document: MailParser.parse(source.html, options), originals };
}
