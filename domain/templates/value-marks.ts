// A chat message is rendered once and goes to several platforms, each of which has characters of its own that call people. In the text that
// values print these characters are replaced by noncharacters, which no text has, until the platform is known.

/** The characters of values that a platform reads as more than text, and how it writes them as text. */
export interface ValueEscapes {
  readonly "&"?: string;
  readonly "<"?: string;
  /** Of `<` where it may begin a mention; else as any `<`. */
  readonly "<!"?: string;
  readonly ">"?: string;
  /** Of `@` where a word begins. */
  readonly "@"?: string;
  /** Of `{` where a message begins, of which the platform would make something else than a text. */
  readonly "{"?: string;
}

const MARKS = { "&": "\uFDD0", "<": "\uFDD1", "<!": "\uFDD2", ">": "\uFDD3", "@": "\uFDD4", "{": "\uFDD6" } as const;
/** Before a value that would make a mention of a `<` in front of it. */
const START = "\uFDD5";
const ANY_MARK = /[\uFDD0-\uFDD6]/g;
const SPECIAL = /&|>|<|(?<![\p{L}\p{N}])@/gu;
const ZERO_WIDTH_SPACE = "\u200B";

const CHARACTERS: ReadonlyMap<string, keyof typeof MARKS> = new Map([
  [MARKS["&"], "&"],
  [MARKS["<"], "<"],
  [MARKS["<!"], "<!"],
  [MARKS[">"], ">"],
  [MARKS["@"], "@"],
  [MARKS["{"], "{"],
]);

/** The text of a value with a mark in place of each special character. */
export function markValue(text: string): string {
  const clean = text.replace(ANY_MARK, "");
  const marked = clean.replace(SPECIAL, (character, index: number) => {
    if (character === "&" || character === ">" || character === "@") return MARKS[character];
    const next = clean.charAt(index + 1);
    return next === "" || "!@#".includes(next) ? MARKS["<!"] : MARKS["<"];
  });
  if (/^[!@#]/.test(clean)) return START + marked;
  const begin = marked.length - marked.trimStart().length;
  return marked.charAt(begin) === "{" ? marked.slice(0, begin) + MARKS["{"] + marked.slice(begin + 1) : marked;
}

/** A rendered text with the special characters of its values as the platform writes them; by default as they were. */
export function writeValues(marked: string, escapes: ValueEscapes = {}): string {
  const isEscaped = Object.keys(escapes).length > 0;
  const begin = marked.length - marked.trimStart().length;
  return marked.replace(ANY_MARK, (mark, index: number) => {
    if (mark === START) return isEscaped && marked.charAt(index - 1) === "<" ? ZERO_WIDTH_SPACE : "";
    const character = CHARACTERS.get(mark) ?? "&";
    const plain = character === "<!" ? "<" : character;
    if (character === "{" && index > begin) return character;
    return escapes[character] ?? escapes[plain] ?? plain;
  });
}
