import { type Search, searchForwards } from "#contract/constants/templates/liquid-parts.ts";
import { describePlace, placeAt } from "./place.ts";

/** Something in a template that only one of the two languages has. */
interface Sign {
  language: "handlebars" | "liquid";
  offset: number;
  text: string;
  /** A Liquid template may have it too, as a name of its own. */
  isWeak?: boolean;
}

/** The longest expression that is looked into, in characters. */
const EXPRESSION_MAX = 2000;
/** Places of each language that a message names. */
const NAMED_PLACES = 3;

const START = /\{\{|\{%/g;
const TAG = /^\{%-?\s*(#|[a-z]\w*)/;
const QUOTED = /"[^"]*"|'[^']*'/g;
/** Words and signs that stand between the operands of Liquid. */
const OPERATOR = /^(?:==|!=|<>|[<>]=?|and\b|or\b|contains\b)/;
/** The character after the braces in Handlebars only. */
const HANDLEBARS_START = /^[{~#/^>!*&]/;
const CALL = /^([\w$][\w$./-]*)\s+(\S.*)$/s;

/**
 * The language that a template is written in. Whatever both could have, such as `{{ name }}`, counts as Liquid.
 * `mixed` names the places of both.
 */
export function languageOf(text: string): "handlebars" | "liquid" | { mixed: string } {
  const signs = signsIn(text);
  const liquid = signs.filter(({ language }) => language === "liquid");
  const handlebars = signs.filter(
    ({ language, isWeak }) => language === "handlebars" && (!isWeak || liquid.length === 0),
  );
  if (handlebars.length === 0) return "liquid";
  if (liquid.length === 0) return "handlebars";
  return { mixed: `${places(text, handlebars)} is Handlebars, but ${places(text, liquid)} is Liquid` };
}

function places(text: string, signs: readonly Sign[]): string {
  return signs
    .slice(0, NAMED_PLACES)
    .map((sign) => `${sign.text} in ${describePlace(placeAt(text, sign.offset))}`)
    .join(" and ");
}

function signsIn(text: string): Sign[] {
  const signs: Sign[] = [];
  const tagEnd = searchForwards(text, "%}");
  const expressionEnd = searchForwards(text, "}}");
  START.lastIndex = 0;
  let match = START.exec(text);
  while (match) {
    const offset = match.index;
    const found = match[0] === "{%" ? readTag(text, offset, tagEnd) : readExpression(text, offset, expressionEnd);
    if (found.sign) signs.push({ ...found.sign, offset, text: excerpt(text.slice(offset, found.end)) });
    START.lastIndex = Math.max(found.end, offset + 2);
    match = START.exec(text);
  }
  return signs;
}

interface Found {
  end: number;
  sign?: Pick<Sign, "language" | "isWeak">;
}

function readTag(text: string, offset: number, tagEnd: Search): Found {
  const name = TAG.exec(text.slice(offset, offset + 100))?.[1];
  const close = tagEnd(offset);
  if (name === undefined || close === -1) return { end: offset + 2 };
  const sign = { language: "liquid" } as const;
  if (name !== "raw" && name !== "comment") return { end: close + 2, sign };
  const closing = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`, "g");
  closing.lastIndex = close;
  return { end: closing.test(text) ? closing.lastIndex : text.length, sign };
}

function readExpression(text: string, offset: number, expressionEnd: Search): Found {
  if (text.startsWith("{{!--", offset) || text.startsWith("{{~!--", offset)) {
    const close = text.indexOf("--", offset + 6);
    return { end: close === -1 ? text.length : close + 2, sign: HANDLEBARS };
  }
  const close = endOf(text, offset, expressionEnd);
  if (close === undefined)
    return HANDLEBARS_START.test(text[offset + 2] ?? "") ? { end: offset + 2, sign: HANDLEBARS } : { end: offset + 2 };
  const sign = signOf(text.slice(offset + 2, close));
  return sign ? { end: close + 2, sign } : { end: close + 2 };
}

/** The offset of the closing braces; those in quoted texts do not count, unless a quote is left open. */
function endOf(text: string, offset: number, expressionEnd: Search): number | undefined {
  const start = offset + 2;
  const first = expressionEnd(start);
  if (first === -1 || first - start > EXPRESSION_MAX) return undefined;
  if (!/["']/.test(text.slice(start, first))) return first;
  const masked = text.slice(start, start + EXPRESSION_MAX).replace(QUOTED, (quoted) => "_".repeat(quoted.length));
  const close = masked.indexOf("}}");
  return close === -1 ? undefined : start + close;
}

const HANDLEBARS = { language: "handlebars" } as const;
const LIQUID = { language: "liquid" } as const;

function signOf(inner: string): Pick<Sign, "language" | "isWeak"> | undefined {
  if (HANDLEBARS_START.test(inner) || inner.endsWith("~")) return HANDLEBARS;
  if (/^-\s/.test(inner) || /\s-$/.test(inner)) return LIQUID;
  const code = inner.replace(QUOTED, '""').trim();
  if (code.includes("|")) return LIQUID;
  if (/^else\b/.test(code) || /(?:^|[\s(=])(?:@[A-Za-z.]|\.\.?\/|\.\.?(?=$|[\s)]))|\.\[/.test(code)) return HANDLEBARS;
  if (/^\[[^\]"]*\s/.test(code)) return HANDLEBARS;
  const [, name, rest = ""] = CALL.exec(code) ?? [];
  if (name !== undefined && name !== "not" && !OPERATOR.test(rest) && /^[\w@("'.[-]/.test(rest)) return HANDLEBARS;
  return /^this(?:[./]|$)/.test(code) ? { ...HANDLEBARS, isWeak: true } : undefined;
}

function excerpt(code: string): string {
  const line = code.replace(/\s+/g, " ");
  return line.length > 40 ? `${line.slice(0, 40)}...` : line;
}
