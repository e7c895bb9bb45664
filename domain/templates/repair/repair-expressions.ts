import { type Braces, searchBraces, thirdLeft, thirdRight } from "./find-braces.ts";
import { readInside } from "./read-inside.ts";

/** The longest expression that is repaired, in characters. */
const EXPRESSION_MAX = 2000;
/** The beginning of an expression, in Liquid or Handlebars, after the sign that removes white space. */
const OUTPUT_START = /^[-~]?\s*(?:[#/^&>]\s*)?(?:[\p{L}_@"'[(.]|-?\d)/u;
const TAG_START = /^-?\s*[a-z]/;
const STRINGS = /"[^"]*"|'[^']*'/g;
/** Editors break lines and words by these, which have no meaning within an expression. */
const BREAK = /^<w?br\b/i;

/**
 * Returns a template with its expressions as they were meant, where an editor or an input method has written them differently and there is
 * no doubt: codes and entities for braces and what is within them, typographic quotes, elements and invisible characters within an
 * expression. Elements go before and after it. All else stays, also texts in straight quotes, raw parts and comments.
 */
export function repairExpressions(template: string): string {
  const search = searchBraces(template);
  let repaired = "";
  let end = 0;
  let opening = search.opening(0);
  while (opening) {
    const closing = opening.isTag ? search.tagClosing(opening.end) : search.closing(opening.end);
    const next = search.opening(opening.end);
    const isNested = next !== undefined && closing !== undefined && next.start < closing.start;
    if (!closing || isNested || closing.start - opening.end > EXPRESSION_MAX) {
      // Which of the braces of `{{{{` belong together is not known.
      opening = next?.start === opening.end ? search.opening(next.end) : next;
      continue;
    }
    const expression = expressionBetween(template, opening, closing);
    const code = repairedExpression(expression, opening, closing);
    if (code !== undefined) {
      repaired += template.slice(end, opening.start) + code;
      end = expression.end;
    }
    opening = search.opening(afterVerbatim(template, expression));
  }
  return repaired + template.slice(end);
}

interface Expression {
  readonly braces: readonly [left: string, right: string];
  readonly source: string;
  readonly text: string;
  readonly end: number;
}

/** Handlebars has three braces as well. */
function expressionBetween(template: string, opening: Braces, closing: Braces): Expression {
  const isTriple =
    !opening.isTag && thirdLeft(template, opening.end) > opening.end && thirdRight(template, closing.end) > closing.end;
  const end = isTriple ? thirdRight(template, closing.end) : closing.end;
  return {
    braces: opening.isTag ? ["{%", "%}"] : isTriple ? ["{{{", "}}}"] : ["{{", "}}"],
    source: template.slice(isTriple ? thirdLeft(template, opening.end) : opening.end, closing.start),
    text: template.slice(opening.start, end),
    end,
  };
}

/** Returns the expression in plain braces and what stood in it, undefined where it stays as it is. */
function repairedExpression(
  { braces, source, text }: Expression,
  opening: Braces,
  closing: Braces,
): string | undefined {
  const isPlain = text.startsWith(braces[0]) && text.endsWith(braces[1]);
  const { code, elements } = readInside(decodedAddress(source), { isMarkdown: opening.isEscaped });
  if (isPlain && code === source) return undefined;
  if (!(opening.isTag ? TAG_START : OUTPUT_START).test(code) || /[{}]/.test(code.replace(STRINGS, "")))
    return undefined;
  const around = [...opening.elements, ...elements, ...closing.elements].filter((element) => !BREAK.test(element));
  const firstEnd = around.findIndex((element) => element.startsWith("</"));
  const before = firstEnd === -1 ? around.length : firstEnd;
  return [...around.slice(0, before), braces[0], code, braces[1], ...around.slice(before)].join("");
}

/** Decodes what an address was encoded with. No percent sign belongs into an expression. Forms write a blank as a plus sign. */
function decodedAddress(source: string): string {
  if (!/%[0-9a-f]{2}/i.test(source.replace(STRINGS, ""))) return source;
  try {
    return decodeURIComponent(source.includes("%20") ? source : source.replaceAll("+", " "));
  } catch {
    return source;
  }
}

/** Returns where the next expression may begin: what is in a raw part or a comment is none. */
function afterVerbatim(template: string, { braces, source, end }: Expression): number {
  const name = braces[0] === "{%" ? /^-?\s*(raw|comment)\b/.exec(source)?.[1] : undefined;
  if (name === undefined) return end;
  const closing = template.indexOf(`end${name}`, end);
  return closing === -1 ? template.length : closing;
}
