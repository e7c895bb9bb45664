import type { Copied } from "./choose-copied.ts";
import type { StartTag } from "./mail-document.ts";

/** A change of the source: what is between two places becomes a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Strings, comments and white space of a value. */
const PART = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\*[\s\S]*?(?:\*\/|$)|\s+/g;
/** An attribute with its value: `style="color: red"`. */
const ATTRIBUTE = /^([^\s=]+)(?:\s*=\s*("|')?([\s\S]*?))?\2?$/;

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
      if (part.startsWith('"')) return part.includes("'") ? part : `'${part.slice(1, -1)}'`;
      return part.startsWith("'") ? part : " ";
    })
    .trim();
}

/** Adds declarations to the tag's style attribute, before those that it has: these win where both are equally important. */
export function editTag(html: string, { nameEnd, styleAttribute }: StartTag, style: string): Edit {
  if (!styleAttribute) return { start: nameEnd, end: nameEnd, text: ` style="${escaped(style, '"')}"` };
  const { startOffset: start, endOffset: end } = styleAttribute;
  const [, name = "style", quote, value = ""] = ATTRIBUTE.exec(html.slice(start, end)) ?? [];
  const own = value.trim();
  const by = quote === "'" ? "'" : '"';
  return { start, end, text: `${name}=${by}${escaped(style, by)}${own === "" ? "" : ` ${own}`}${by}` };
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
