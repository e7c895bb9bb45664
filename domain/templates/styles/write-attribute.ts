import type { Copied } from "./choose-copied.ts";
import type { StartTag } from "./mail-document.ts";

/** A change of the source: what is between two places becomes a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Strings, also those that do not end, comments and white space of a value. */
const PART = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|\/\*[\s\S]*?(?:\*\/|$)|\s+/g;

/** The declarations as a style attribute has them. */
export function toStyleText({ declarations }: Copied): string {
  return declarations
    .map(({ property, value, isImportant }) => `${property}: ${inOneLine(value)}${isImportant ? " !important" : ""};`)
    .join(" ");
}

/** The value without line breaks and comments. Strings are in single quotes where they can be, as the attribute is in double ones. */
function inOneLine(value: string): string {
  return value
    .replace(PART, (part) => {
      if (part.startsWith("/*")) return "";
      if (part.startsWith('"'))
        return part.includes("'") || part === '"' || !part.endsWith('"') ? part : `'${part.slice(1, -1)}'`;
      return part.startsWith("'") ? part : " ";
    })
    .trim();
}

/** Adds declarations to the tag's style attribute, before those that it has: these win where both are equally important. */
export function editTag(html: string, { nameEnd, styleAttribute }: StartTag, style: string): Edit {
  if (!styleAttribute) return { start: nameEnd, end: nameEnd, text: ` style="${escaped(style, '"')}"` };
  const { startOffset: start, endOffset: end } = styleAttribute;
  const { name, by, own } = attributeIn(html.slice(start, end));
  return { start, end, text: `${name}=${by}${escaped(style, by)}${own === "" ? "" : ` ${own}`}${by}` };
}

/** The parts of `style="color: red"`; a value without quotes gets them. */
function attributeIn(written: string): { name: string; by: '"' | "'"; own: string } {
  const [name = "style"] = /^[^\s=]+/.exec(written) ?? [];
  const value = written.includes("=") ? written.slice(written.indexOf("=") + 1).trim() : "";
  const quote = /^["']/.exec(value)?.[0] ?? "";
  const isClosed = quote !== "" && value.length > 1 && value.endsWith(quote);
  const own = value.slice(quote.length, isClosed ? -1 : undefined).trim();
  return { name, by: quote === "'" ? "'" : '"', own };
}

const escaped = (style: string, quote: '"' | "'"): string =>
  style.replaceAll("&", "&amp;").replaceAll(quote, quote === '"' ? "&quot;" : "&#39;");

/** The text with all changes made, which do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  return [...parts, text.slice(end)].join("");
}
