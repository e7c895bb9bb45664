import slugifyText from "@sindresorhus/slugify";
import { IDENTIFIER_MAX } from "#contract/constants/limits.ts";

/** Enough to make a second workflow of the same name differ, short enough to read out. */
const SUFFIX_LENGTH = 6;

/** Spellings that differ from those of the package, or that it lacks. */
const SPELLINGS: ReadonlyMap<string, string> = spellings(
  // Capitals that the package spells by two: its split of camel case would separate them from their word.
  "Æ Ae Œ Oe Þ Th",
  // Greek: as its lowercase letter.
  "Β V",
  // Cyrillic: the hard sign is left out before it changes its neighbour; ј is Serbian and Macedonian.
  "ъ - Ъ - щ shch Щ Shch ј j Ј J",
  // Georgian.
  "ქ k",
  // Hebrew.
  "א a ב b ג g ד d ה h ו v ז z ח ch ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף p צ ts ץ ts ק k ר r ש sh ת t",
  // An amount is not a word.
  "€ -",
);
/** Replaced here and not by the package, which takes one pass over the text for each. */
const SPELLED = new RegExp(`[${[...SPELLINGS.keys()].join("")}]`, "g");

/** Longest slug, which is an identifier with the suffix as well. One letter may be spelled by several. */
const SLUG_MAX = IDENTIFIER_MAX - SUFFIX_LENGTH - 1;

/**
 * The identifier that a name is given: lowercase Latin letters, digits and single hyphens.
 * Empty when the name holds nothing that can be spelled in Latin letters: add a suffix then.
 */
export const slugify = (text: string): string =>
  // Ligatures, wide letters and signs such as № become the letters that they are made of.
  slugifyText(text.normalize("NFKC").replace(SPELLED, (character) => SPELLINGS.get(character) ?? character))
    .slice(0, SLUG_MAX)
    .replace(/-$/, "");

/** The slug with the first letters and digits of a random text, such as a UUID, for when the bare slug is taken. */
export function withShortSuffix(slug: string, random: string): string {
  const suffix = random
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .slice(0, SUFFIX_LENGTH);
  return slug ? `${slug}-${suffix}` : suffix;
}

/** Reads a character and its spelling by turns; a hyphen stands for none. */
function spellings(...lines: readonly string[]): Map<string, string> {
  const words = lines.join(" ").split(" ");
  const result = new Map<string, string>();
  for (let i = 0; i + 1 < words.length; i += 2) {
    const [character = "", spelling = ""] = words.slice(i, i + 2);
    result.set(character, spelling === "-" ? "" : spelling);
  }
  return result;
}
