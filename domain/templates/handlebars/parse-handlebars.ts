import Handlebars from "handlebars";
import { describePlace, type Place, placeAt } from "./place.ts";

/** The deepest nesting of blocks, of `else if` and of parentheses. The parser takes time by its square. */
const HANDLEBARS_NESTING_MAX = 200;
const NESTING =
  /(?<open>\{\{~?(?:#|\^(?!~?\}\})))|(?<close>\{\{~?\/)|(?<chain>\{\{~?\s*else\s+[^\s~}])|(?<start>\{\{)|(?<end>\}\})|(?<left>\()|(?<right>\))/g;

/** The position of the parser where it stopped; columns count from 0. */
interface ParserState {
  lexer?: { yylloc?: { first_line: number; first_column: number } };
}

/** A template that is no Handlebars, with the place and the reason as its message. */
export class HandlebarsSyntaxError extends Error {}

/**
 * The syntax tree of a Handlebars template, without the blanks that `~` and tags on lines of their own remove.
 * Throws `HandlebarsSyntaxError`.
 */
export function parseHandlebars(text: string): hbs.AST.Program {
  refuseDeepNesting(text);
  try {
    return Handlebars.parse(text);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new HandlebarsSyntaxError(`${describePlace(placeOf(error))}: ${reasonOf(error)}`);
  }
}

function refuseDeepNesting(text: string): void {
  /** For each open block, itself and the branches of its chain, each of which is a block inside the one before. */
  const blocks: number[] = [];
  let depth = 0;
  let parentheses = 0;
  for (const { index, groups = {} } of text.matchAll(NESTING)) {
    if (groups.left === undefined && groups.right === undefined) parentheses = groups.end === undefined ? 1 : 0;
    else if (parentheses > 0) parentheses += groups.left === undefined ? -1 : 1;
    if (groups.open !== undefined) {
      blocks.push(1);
      depth += 1;
    } else if (groups.chain !== undefined) {
      blocks.push((blocks.pop() ?? 0) + 1);
      depth += 1;
    } else if (groups.close !== undefined) depth -= blocks.pop() ?? 0;
    if (depth <= HANDLEBARS_NESTING_MAX && parentheses <= HANDLEBARS_NESTING_MAX) continue;
    const place = describePlace(placeAt(text, index));
    throw new HandlebarsSyntaxError(
      `${place}: more than ${HANDLEBARS_NESTING_MAX} blocks in each other: take some apart`,
    );
  }
}

function placeOf(error: Error): Place {
  if ("lineNumber" in error && "column" in error) {
    const { lineNumber, column } = error;
    if (typeof lineNumber === "number" && typeof column === "number") return { line: lineNumber, column: column + 1 };
  }
  const at = parserState().lexer?.yylloc;
  return { line: at?.first_line ?? 1, column: (at?.first_column ?? 0) + 1 };
}

/** Messages of the parser show its input and its tokens; those about blocks and paths end with the place. */
function reasonOf({ message }: Error): string {
  const unexpected = /got '(\w+)'$/.exec(message)?.[1];
  if (unexpected === "EOF") return "the template ends in the middle of a block or an expression: close it";
  if (unexpected === "INVALID") return "the expression is not closed, or something in it does not belong there";
  if (unexpected !== undefined) return `unexpected ${unexpected}: check braces, quotes and the words before`;
  return message.replace(/ - \d+:\d+$/, "");
}

/** The parser is exported but not declared; it keeps the position where it stopped until it is used again. */
function parserState(): ParserState {
  return (Handlebars as { Parser?: ParserState }).Parser ?? {};
}
