import { lexer } from "css-tree";
import { LRUCache } from "lru-cache";
import { OPEN } from "../protect-expressions.ts";

/** Properties that another name is a part of, or the same as, other than by its beginning. */
const PARTS: Readonly<Record<string, string>> = {
  "line-height": "font",
  "word-wrap": "overflow-wrap",
  "grid-gap": "gap",
  "row-gap": "gap",
  "column-gap": "gap",
  "column-count": "columns",
  "column-width": "columns",
  top: "inset",
  right: "inset",
  bottom: "inset",
  left: "inset",
  width: "inline-size",
  height: "block-size",
  "min-width": "min-inline-size",
  "min-height": "min-block-size",
  "max-width": "max-inline-size",
  "max-height": "max-block-size",
  "align-items": "place-items",
  "justify-items": "place-items",
  "align-self": "place-self",
  "justify-self": "place-self",
  "align-content": "place-content",
  "justify-content": "place-content",
  "page-break-before": "break-before",
  "page-break-after": "break-after",
  "page-break-inside": "break-inside",
};
/** Sides, colours, widths and styles of borders cross each other: `border-top` and `border-color`. */
const BORDER = /^border(?!-(?:collapse|spacing))/;
const VENDOR = /^-(?:webkit|moz|ms|o)-/;

const plainName = (property: string): string => {
  const name = property.replace(VENDOR, "");
  return PARTS[name] ?? name;
};

const known = new LRUCache<string, boolean>({ max: 5000 });

/** Whether two declarations can set the same about an element: `margin` and `margin-left`. */
export function overlap(one: string, other: string): boolean {
  if (one === other) return true;
  const key = `${one} ${other}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const [a, b] = [plainName(one), plainName(other)];
  const isVariable = one.startsWith("--") || other.startsWith("--");
  const result =
    !isVariable &&
    (a === "all" ||
      b === "all" ||
      a === b ||
      a.startsWith(`${b}-`) ||
      b.startsWith(`${a}-`) ||
      (BORDER.test(a) && BORDER.test(b)));
  known.set(key, result);
  return result;
}

/** Whether a declaration sets all that the other one sets. */
export const covers = (one: string, other: string): boolean =>
  one === other || (!one.startsWith("--") && other.startsWith(`${one}-`) && !BORDER.test(one));

/** Functions and keywords that some mail programs do not know. */
const NOT_EVERYWHERE = /(?<![\w-])(?!(?:rgba?|url)\()[\w-]+\(|\b(?:flex|grid|contents|sticky|unset|revert)\b/i;

const plain = new LRUCache<string, boolean>({ max: 5000 });

/** Whether every reader takes a value, so that what it replaces is never seen. False for values of variables. */
export function isPlainValue(property: string, value: string): boolean {
  if (value.includes(OPEN) || NOT_EVERYWHERE.test(value) || property.startsWith("-")) return false;
  const key = `${property}:${value}`;
  const cached = plain.get(key);
  if (cached !== undefined) return cached;
  const result = value.length < 500 && lexer.matchProperty(property, value).error === null;
  plain.set(key, result);
  return result;
}
