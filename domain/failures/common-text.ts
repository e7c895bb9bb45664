/** Takes the place of what differs between people and moments. */
const LEFT_OUT = "…";
const COMMON_TEXT_MAX = 300;
/** Words that are read of a text; vendors may answer with pages. */
const WORDS_MAX = 100;

/**
 * Quoted values, up to the end where the text was cut. Single quotation marks are apostrophes as well: those that quote have no letter
 * before them.
 */
const QUOTED = [/"[^"]*(?:"|$)/g, /`[^`]*(?:`|$)/g, /“[^“”]*(?:”|$)/g, /«[^«»]*(?:»|$)/g, /(?<![\p{L}\p{N}])'[^']*'/gu];

/** A word without punctuation around it begins and ends with one of these. */
const EDGE = /[\p{L}\p{N}+/@…]/u;
const NUMERIC = /^[\d+][\d+:.,/-]*$/;
/** An SMTP reply code, an enhanced one, or both: they say why. */
const REPLY_CODE = /^(?:[245]\d\d-)?[245]\.\d{1,3}\.\d{1,3}$/;
const ISO_MOMENT = /^\d{4}-\d\d-\d\d(?:T|$)/;
const CLOCK_TIME = /^\d{1,2}:\d\d/;
const DURATION = /^\d+(?:\.\d+)?(?:ms|s|min|h)$/;
const UNITS: ReadonlySet<string> = new Set([
  "ms",
  "milliseconds",
  "s",
  "second",
  "seconds",
  "minute",
  "minutes",
  "hour",
  "hours",
]);
const DATE_WORD = /^(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i;
const HEX_ID = /^[0-9a-f]{8,}$/i;

/** The words around what differs: whether a word is left out, and whether what is numeric beside it is a part of it. */
interface Word {
  before: string;
  core: string;
  after: string;
  kind: "kept" | "value" | "number";
}

/**
 * Returns the text of a failure without what differs between people and moments: addresses, numbers of more than three digits, ids,
 * quoted values, paths of URLs, times. Failures with the same cause have the same text then, and nobody is named by it as far as
 * a text shows that.
 */
export function commonText(text: string): string {
  // Without its backslash, an escaped quotation mark would end what it is part of.
  const unescaped = text.replace(/\\["'`]/g, "");
  const unquoted = QUOTED.reduce((rest, quotes) => rest.replace(quotes, ` ${LEFT_OUT} `), unescaped);
  const words = unquoted
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX)
    .map(wordOf);
  spreadNumbers(words);
  const shown = joined(
    words.map(({ before, core, after, kind }) => `${before}${kind === "kept" ? core : LEFT_OUT}${after}`),
  );
  return Array.from(shown).slice(0, COMMON_TEXT_MAX).join("");
}

function wordOf(word: string): Word {
  let start = 0;
  let end = word.length;
  while (start < end && !EDGE.test(word.charAt(start))) start += 1;
  while (end > start && !EDGE.test(word.charAt(end - 1))) end -= 1;
  const core = word.slice(start, end);
  const parts = { before: word.slice(0, start), core, after: word.slice(end) };
  const scheme = core.indexOf("://");
  if (scheme >= 0) return { ...parts, core: withoutPath(core, scheme + 3), kind: "kept" };
  if (core.includes("@")) return { ...parts, kind: "value" };
  if (isNumber(core)) return { ...parts, kind: "number" };
  return { ...parts, core: core.replace(/[\p{L}\p{N}_-]+/gu, (name) => (isId(name) ? LEFT_OUT : name)), kind: "kept" };
}

function withoutPath(url: string, hostAt: number): string {
  const [authority = ""] = url.slice(hostAt).split(/[/?#]/, 1);
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const path = url.length > hostAt + authority.length ? `/${LEFT_OUT}` : "";
  return `${url.slice(0, hostAt)}${host}${path}`;
}

const digitsOf = (text: string): number => text.replace(/\D/g, "").length;

function isNumber(core: string): boolean {
  if (ISO_MOMENT.test(core) || CLOCK_TIME.test(core) || DURATION.test(core)) return true;
  return NUMERIC.test(core) && digitsOf(core) > 3 && !REPLY_CODE.test(core);
}

/** Whether a name with dashes or underscores has a part that nobody would choose as a word. */
const isId = (name: string): boolean =>
  name.split(/[_-]/).some((part) => {
    const digits = digitsOf(part);
    return HEX_ID.test(part) || digits > 3 || (part.length >= 8 && digits > 1);
  });

/** Leaves out short numbers beside longer ones as well: a phone number or a date has both. */
function spreadNumbers(words: Word[]): void {
  for (const [at, word] of words.entries()) {
    const isPart = words[at - 1]?.kind === "number" || UNITS.has(words[at + 1]?.core.toLowerCase() ?? "");
    if (isPart && isShortNumber(word)) word.kind = "number";
  }
  for (const [at, word] of [...words.entries()].reverse()) {
    if (words[at + 1]?.kind === "number" && (isShortNumber(word) || DATE_WORD.test(word.core))) word.kind = "number";
  }
}

const isShortNumber = ({ core }: Word): boolean => NUMERIC.test(core) && !REPLY_CODE.test(core);

/** Joins words, of several that are left out beside each other only one. */
function joined(words: readonly string[]): string {
  return words.filter((word, at) => word !== LEFT_OUT || words[at - 1] !== LEFT_OUT).join(" ");
}
