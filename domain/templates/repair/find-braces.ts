import { ELEMENT, INVISIBLE, matchAt } from "./editor-signs.ts";

/** The signs that open or close an expression, however they are written. */
export interface Braces {
  readonly isTag: boolean;
  readonly start: number;
  readonly end: number;
  /** The elements between the signs. */
  readonly elements: readonly string[];
  readonly isEscaped: boolean;
}

const START_OF_OPENING = /[{%\\&\uFF5B]/g;
const START_OF_CLOSING = /[}%\\&\uFF5D\uFF05]/g;
/** A brace; the same after a backslash, as in Markdown; wide; as a code of addresses; as an entity. */
const LEFT = /\\?\{|\uFF5B|%7B|&(?:#0{0,4}123|#x0{0,4}7B|lcub|lbrace);/iy;
const RIGHT = /\\?\}|\uFF5D|%7D|&(?:#0{0,4}125|#x0{0,4}7D|rcub|rbrace);/iy;
const PERCENT = /\\?%(?:25)?|\uFF05|&(?:#0{0,4}37|#x0{0,4}25|percnt);/iy;
/** The most elements and invisible characters between two signs. */
const BETWEEN_MAX = 8;

type Search = (from: number) => Braces | undefined;

interface BracesSearches {
  /** Each finds the first at or after an offset. Offsets do not go back: all calls of one together read the text once. */
  opening: Search;
  closing: Search;
  tagClosing: Search;
}

export const searchBraces = (text: string): BracesSearches => ({
  opening: searchFor(text, START_OF_OPENING, [LEFT], [LEFT, PERCENT]),
  closing: searchFor(text, START_OF_CLOSING, [RIGHT], [RIGHT]),
  tagClosing: searchFor(text, START_OF_CLOSING, [PERCENT], [RIGHT]),
});

/** Returns where the third of three braces ends that begins at an offset. */
export const thirdLeft = (text: string, at: number): number => at + (matchAt(LEFT, text, at)?.length ?? 0);
export const thirdRight = (text: string, at: number): number => at + (matchAt(RIGHT, text, at)?.length ?? 0);

function searchFor(text: string, start: RegExp, first: readonly RegExp[], second: readonly RegExp[]): Search {
  const candidates = new RegExp(start);
  let found: Braces | undefined;
  let isAtEnd = false;
  return (from) => {
    if (isAtEnd || (found && found.start >= from)) return found;
    found = undefined;
    candidates.lastIndex = from;
    for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
      found = readBraces(text, match.index, first, second);
      if (found) return found;
    }
    isAtEnd = true;
    return undefined;
  };
}

function readBraces(
  text: string,
  start: number,
  first: readonly RegExp[],
  second: readonly RegExp[],
): Braces | undefined {
  const opened = firstMatch(first, text, start);
  if (!opened) return undefined;
  const elements: string[] = [];
  let at = start + opened.text.length;
  for (let count = 0; count < BETWEEN_MAX; count += 1) {
    const element = matchAt(ELEMENT, text, at);
    if (element !== undefined) elements.push(element);
    const length = (element ?? matchAt(INVISIBLE, text, at))?.length;
    if (length === undefined) break;
    at += length;
  }
  const closed = firstMatch(second, text, at);
  if (!closed) return undefined;
  const isEscaped = opened.text.startsWith("\\");
  // Handlebars and Liquid print what follows a backslash as a text.
  if (isEscaped !== closed.text.startsWith("\\")) return undefined;
  const isTag = opened.expression === PERCENT || closed.expression === PERCENT;
  return { isTag, start, end: at + closed.text.length, elements, isEscaped };
}

function firstMatch(
  expressions: readonly RegExp[],
  text: string,
  at: number,
): { text: string; expression: RegExp } | undefined {
  for (const expression of expressions) {
    const match = matchAt(expression, text, at);
    if (match !== undefined) return { text: match, expression };
  }
  return undefined;
}
