import { decodeHTMLStrict } from "entities";
import { ELEMENT, ENTITY, INVISIBLE, matchAt } from "./editor-signs.ts";

/** The inside of an expression as it was meant. */
interface Inside {
  readonly code: string;
  /** The elements that stood in it. */
  readonly elements: readonly string[];
}

const STRING = /"[^"]*"|'[^']*'/y;
const SPACE = /[\u00A0\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/;
/** The wide forms of punctuation that input methods write. */
const WIDE = /[\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF5E]/;
const WIDE_BY = 0xfee0;
const SIGNS: Readonly<Record<string, string>> = { "≤": "<=", "≥": ">=", "≠": "!=", "、": ",", "。": "." };
/** The quotes that may end a text, by the one that begins it. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"”“',
  "'": "'’‘",
  "‘": "’'",
  "’": "’",
  "‚": "‘’",
  "“": '”"',
  "”": "”",
  "„": '“”"',
  "‹": "›",
  "«": "»",
  "「": "」",
};
/** Follows a text in quotes: an apostrophe within one does not end it. */
const AFTER_STRING = /\s*(?:$|[|,:()\]=!<>&"'‘-„｜，：）]|(?:and|or|contains)\b|\w{1,50}=)/y;
const ESCAPED = /\\[\\`*_{}[\]()#+\-.!|<>~]/y;

/** Reads what is between the braces. Texts in straight quotes stay as they are. `isMarkdown` says whether backslashes stand before signs. */
export function readInside(source: string, { isMarkdown }: { isMarkdown: boolean }): Inside {
  const elements: string[] = [];
  /** Ends of quotes that are not there, so that they are looked for once. */
  const missing = new Set<string>();
  let code = "";
  for (let at = 0; at < source.length; ) {
    const string = matchAt(STRING, source, at);
    const escaped = isMarkdown ? matchAt(ESCAPED, source, at) : undefined;
    const element = matchAt(ELEMENT, source, at);
    const left = element ?? matchAt(INVISIBLE, source, at);
    if (element !== undefined) elements.push(element);
    if (element?.startsWith("<br")) code += " ";
    if (string !== undefined || escaped !== undefined) {
      code += string ?? escaped?.slice(1) ?? "";
      at += (string ?? escaped ?? "").length;
    } else if (left !== undefined) {
      at += left.length;
    } else {
      const { character, end } = readCharacter(source, at);
      const ends = QUOTES[character];
      const quoted = ends === undefined || missing.has(ends) ? undefined : readQuoted(source, end, ends);
      if (ends !== undefined && !quoted) missing.add(ends);
      code += quoted?.code ?? plainCharacter(character);
      at = quoted?.end ?? end;
    }
  }
  // A dash at either end removes white space; editors make longer ones of it.
  return { code: code.replace(/^[–—]|[–—]$/g, "-"), elements };
}

function readCharacter(source: string, at: number): { character: string; end: number } {
  const entity = matchAt(ENTITY, source, at);
  if (entity === undefined) return { character: source.charAt(at), end: at + 1 };
  return { character: decodeHTMLStrict(entity), end: at + entity.length };
}

function plainCharacter(character: string): string {
  if (SPACE.test(character)) return " ";
  if (WIDE.test(character)) return String.fromCharCode(character.charCodeAt(0) - WIDE_BY);
  return SIGNS[character] ?? character;
}

/** Reads a text up to one of the quotes that may end it. Single quotes go around it, which are right within attributes as well. */
function readQuoted(source: string, start: number, ends: string): { code: string; end: number } | undefined {
  let text = "";
  for (let at = start; at < source.length; ) {
    const { character, end } = readCharacter(source, at);
    at = end;
    if (ends.includes(character) && matchAt(AFTER_STRING, source, at) !== undefined) {
      const quote = text.includes("'") ? '"' : "'";
      return text.includes(quote) ? undefined : { code: quote + text + quote, end: at };
    }
    text += character;
  }
  return undefined;
}
