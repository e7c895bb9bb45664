import slugifyText from "@sindresorhus/slugify";
import anyAscii from "any-ascii";
import { IDENTIFIER_SUFFIX_LENGTH, SLUG_MAX } from "#contract/constants/limits.ts";

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

/** The Thai vowel "am", which the normal form takes apart. */
const THAI_AM = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/g;
/** Letters of scripts that the package leaves out, such as Chinese, Japanese, Korean, Hindi and Thai. */
const OTHER_SCRIPTS =
  /(?:(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Georgian}|\p{Script=Armenian}|\p{Script=Arabic}|\p{Script=Hebrew})[\p{L}\p{Nl}\p{No}](?:\p{Mn}|\p{Mc})*)+/gu;

/**
 * The identifier that a name is given: lowercase Latin letters, digits and single hyphens. A name of pictures alone is called as they
 * are. Empty when the name holds nothing that can be spelled in Latin letters: add a suffix then.
 */
export function slugify(text: string): string {
  // Ligatures, wide letters and signs such as № become the letters that they are made of.
  const normal = text.normalize("NFKC").replace(THAI_AM, "$1\u0e33");
  return slugOf(normal) || slugOf(normal.replace(/\p{Extended_Pictographic}/gu, (sign) => ` ${anyAscii(sign)} `));
}

const slugOf = (text: string): string =>
  slugifyText(
    text
      .replace(SPELLED, (character) => SPELLINGS.get(character) ?? character)
      // The signs by which a romanisation tells sounds apart would separate words.
      .replace(OTHER_SCRIPTS, (letters) => anyAscii(letters).replace(/[^A-Za-z0-9]/g, "")),
  )
    .slice(0, SLUG_MAX)
    .replace(/-$/, "");

/** The slug with the first letters and digits of a random text, such as a UUID, for when the bare slug is taken. */
export function withShortSuffix(slug: string, random: string): string {
  const suffix = random
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .slice(0, IDENTIFIER_SUFFIX_LENGTH);
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
