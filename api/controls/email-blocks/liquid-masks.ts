import { liquidFinder } from "#contract/constants/templates/liquid-parts.ts";
import { TEMPLATE_TAGS } from "#contract/constants/templates/template-tags.ts";

/** A tag or an output of Liquid in HTML. */
export interface LiquidToken {
  source: string;
  /** Of a tag its name; undefined for outputs. */
  tag: string | undefined;
  /** Text after the name of a tag, or the expression of an output. */
  code: string;
  /** Whether everything up to its end is not read as Liquid. */
  isOpaque: boolean;
}

/** HTML in which each tag and output of Liquid is characters that mean nothing to a parser, as many as it has. */
export interface MaskedHtml {
  source: string;
  masked: string;
  tokens: readonly LiquidToken[];
}

/** Begins the mask of a token, its number follows in two digits of base 256, and then what fills its length. */
const FIRST = "\uE000";
const FILLER = "\uE001";
const DIGIT = 0xe100;
const TOKENS_MAX = 256 * 256;
const MASK = /\uE000([\uE100-\uE1FF])([\uE100-\uE1FF])\uE001*/g;
const RESERVED = /[\uE000\uE001\uE100-\uE1FF]/;

/** Tags whose content is not read as Liquid, and what ends them. */
const OPAQUE = /^\{%-?\s*(raw|comment)\s*-?%\}$/;
const endOf = (tag: string): RegExp => new RegExp(String.raw`\{%-?\s*end${tag}\s*-?%\}`, "g");

/** Returns undefined for HTML that cannot be masked: it has the characters of masks, or too many tokens. */
export function maskLiquid(source: string): MaskedHtml | undefined {
  if (RESERVED.test(source)) return undefined;
  const tokens: LiquidToken[] = [];
  const masked: string[] = [];
  const blockEnd = blockEnds(source);
  const next = liquidFinder(source);
  let end = 0;
  for (let part = next(0); part; part = next(end)) {
    masked.push(source.slice(end, part.start));
    const partEnd = part.start + part.text.length;
    const opaqueEnd = blockEnd(part.text, partEnd);
    end = opaqueEnd ?? partEnd;
    masked.push(maskOf(tokens.length, end - part.start));
    tokens.push(tokenOf(source.slice(part.start, end), opaqueEnd !== undefined));
  }
  masked.push(source.slice(end));
  return tokens.length > TOKENS_MAX ? undefined : { source, masked: masked.join(""), tokens };
}

function maskOf(number: number, length: number): string {
  const digits = [number >> 8, number & 255].map((digit) => String.fromCharCode(DIGIT + (digit & 255)));
  return `${FIRST}${digits.join("")}`.padEnd(length, FILLER);
}

/** Returns a function that finds where a block ends whose content is not Liquid. An end that is missing is looked for once. */
function blockEnds(source: string): (tag: string, from: number) => number | undefined {
  const missing = new Set<string>();
  return (tag, from) => {
    const name = OPAQUE.exec(tag)?.[1];
    if (name === undefined || missing.has(name)) return undefined;
    const end = endOf(name);
    end.lastIndex = from;
    if (end.test(source)) return end.lastIndex;
    missing.add(name);
    return undefined;
  };
}

function tokenOf(source: string, isOpaque: boolean): LiquidToken {
  if (!source.startsWith("{%")) return { source, tag: undefined, code: source.slice(2, -2).trim(), isOpaque };
  const content = source.slice(2, -2).replace(/^-|-$/g, "").trim();
  const [tag = ""] = /^[\w#]*/.exec(content) ?? [];
  return { source, tag, code: content.slice(tag.length).trim(), isOpaque: isOpaque || tag === "#" || tag === "liquid" };
}

/** Splits a text with masks into its texts and tokens. */
export function partsOf(text: string, { tokens }: MaskedHtml): (string | LiquidToken)[] {
  const parts: (string | LiquidToken)[] = [];
  let last = 0;
  for (const found of text.matchAll(MASK)) {
    if (found.index > last) parts.push(text.slice(last, found.index));
    const token = tokens[numberOf(found)];
    if (token) parts.push(token);
    last = found.index + found[0].length;
  }
  if (last < text.length) parts.push(text.slice(last));
  return parts;
}

const numberOf = ([, high = "", low = ""]: RegExpMatchArray): number =>
  (high.charCodeAt(0) - DIGIT) * 256 + low.charCodeAt(0) - DIGIT;

export const hasMask = (text: string): boolean => text.includes(FIRST);

/** Puts the tokens back. */
export const unmask = (text: string, html: MaskedHtml): string =>
  partsOf(text, html)
    .map((part) => (typeof part === "string" ? part : part.source))
    .join("");

const OPENING: ReadonlySet<string> = new Set(TEMPLATE_TAGS.flatMap(({ name, end }) => (end ? [name] : [])));

/** Returns 1 for a token that opens a block of Liquid, -1 for one that ends one, and 0 for all others. */
export function depthChange({ tag, isOpaque }: LiquidToken): -1 | 0 | 1 {
  if (tag === undefined || isOpaque) return 0;
  if (tag.startsWith("end")) return -1;
  return OPENING.has(tag) ? 1 : 0;
}

/** Whether each block of Liquid that begins in the text ends in it, and the other way round. */
export function isBalanced(text: string, html: MaskedHtml): boolean {
  let depth = 0;
  for (const part of partsOf(text, html)) {
    if (typeof part === "string") continue;
    depth += depthChange(part);
    if (depth < 0) return false;
  }
  return depth === 0;
}
