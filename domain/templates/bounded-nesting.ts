import { type Liquid, ParseError, type Template, Tokenizer, TokenKind } from "liquidjs";

// LiquidJS parses tags, brackets and parentheses by recursion. A stack that is full is more than a template that fails: V8 ends the
// whole process when a regular expression has to be compiled there.

const TAGS_MAX = 200;
/** Of one expression or tag, side by side or in each other. */
const BRACKETS_MAX = 500;

/** Has the tags of an engine refuse to be nested more than 200 levels deep. */
export function boundTagNesting(engine: Liquid): void {
  let depth = 0;
  const bounded: ProxyHandler<Liquid["tags"][string]> = {
    construct(tag, given, newTarget) {
      if (depth >= TAGS_MAX) throw new Error(`more than ${TAGS_MAX} tags in each other: take some apart`);
      depth += 1;
      try {
        return Reflect.construct(tag, given, newTarget);
      } finally {
        depth -= 1;
      }
    },
  };
  for (const [name, tag] of Object.entries(engine.tags)) engine.registerTag(name, new Proxy(tag, bounded));
}

/** Parses a template. Throws a `ParseError` for an expression with more than 500 opening brackets and parentheses, too. */
export function parseBounded(engine: Liquid, text: string): Template[] {
  for (const token of new Tokenizer(text).readTopLevelTokens(engine.options)) {
    if (token.kind === TokenKind.HTML || (token.getText().match(/[[(]/g)?.length ?? 0) <= BRACKETS_MAX) continue;
    throw new ParseError(new Error(`more than ${BRACKETS_MAX} brackets in one expression: take it apart`), token);
  }
  return engine.parse(text);
}
