import { type Liquid, ParseError, Parser, type Template, TokenKind } from "liquidjs";

// LiquidJS parses tags, brackets and parentheses by recursion. A stack that is full is more than a template that fails: V8 ends the
// whole process when a regular expression has to be compiled there.

/** Levels of tags in each other. */
const TAGS_MAX = 200;
/** Of one expression or tag, side by side or in each other. */
const BRACKETS_MAX = 500;

class BoundedParser extends Parser {
  #depth = 0;

  override parseToken(...[token, remaining]: Parameters<Parser["parseToken"]>): ReturnType<Parser["parseToken"]> {
    if (token.kind === TokenKind.HTML) return super.parseToken(token, remaining);
    if ((token.getText().match(/[[(]/g)?.length ?? 0) > BRACKETS_MAX)
      throw new ParseError(new Error(`more than ${BRACKETS_MAX} brackets in one expression: take it apart`), token);
    if (this.#depth >= TAGS_MAX && token.kind === TokenKind.Tag)
      throw new ParseError(new Error(`more than ${TAGS_MAX} tags in each other: take some apart`), token);
    this.#depth += 1;
    try {
      return super.parseToken(token, remaining);
    } finally {
      this.#depth -= 1;
    }
  }
}

/** Parses a template. Throws a `ParseError` for more than 200 tags in each other and 500 opening brackets in one of them, too. */
export const parseBounded = (engine: Liquid, text: string): Template[] => new BoundedParser(engine).parse(text);
