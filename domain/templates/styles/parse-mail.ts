import type { Document } from "domhandler";
import { Parser, type ParserOptions, type Token } from "parse5";
import { adapter, type Htmlparser2TreeAdapterMap } from "parse5-htmlparser2-tree-adapter";
import { replacePlaceholders } from "../protect-expressions.ts";
import { type HtmlSource, isSilent } from "./html-source.ts";
import { TooComplexError } from "./work-limit.ts";

type Tree = Htmlparser2TreeAdapterMap;

/** Deepest nesting of elements. Real emails have some dozens of levels; browsers stop at about 500. */
const NESTING_MAX = 500;
/** Most elements: misnested tags of some kilobytes can stand for millions of them. */
const ELEMENTS_MAX = 50_000;

/**
 * Reads a mail as browsers do, with the places of its tags in the source. Throws a `TooComplexError` for one that is nested
 * too deeply or has too many elements.
 */
export function parseMail(source: HtmlSource): Document {
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
      createElement(...args) {
        elements += 1;
        if (elements > ELEMENTS_MAX) throw new TooComplexError(`the mail has more than ${ELEMENTS_MAX} elements`);
        return adapter.createElement(...args);
      },
      onItemPush() {
        depth += 1;
        if (depth > NESTING_MAX) throw new TooComplexError(`the mail has more than ${NESTING_MAX} levels of elements`);
      },
      onItemPop() {
        depth -= 1;
      },
    },
  };
  return MailParser.parse(source.html, options);
}
