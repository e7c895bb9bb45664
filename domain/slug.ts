import { transliterate } from "./transliterate.ts";

/** Enough to make a second workflow of the same name differ, short enough to read out. */
const SUFFIX_LENGTH = 6;

/**
 * The identifier that a name is given: lowercase Latin letters, digits and single hyphens.
 * Empty when the name holds nothing that can be spelled in Latin letters: add a suffix then.
 */
export function slugify(text: string): string {
  return (
    transliterate(text)
      .replace(/&/g, " and ")
      // Words in camel case: `camelCase`, `XMLParser`; the plural of an abbreviation, `URLs`, is one word.
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, " ")
      .replace(/(?<=[A-Z])(?=[A-Z](?!s(?![a-z]))[a-z])/g, " ")
      .toLowerCase()
      .replace(/[^a-z\d]+/g, "-")
      .replace(/^-+|-+$/g, "")
      // The rest of a contraction or a possessive: don't, Ann's.
      .replace(/-(?=[ts](?:-|$))/g, "")
  );
}

/** The slug with the first letters and digits of a random text, such as a UUID, for when the bare slug is taken. */
export function withShortSuffix(slug: string, random: string): string {
  const suffix = random
    .toLowerCase()
    .replace(/[^a-z\d]/g, "")
    .slice(0, SUFFIX_LENGTH);
  return slug ? `${slug}-${suffix}` : suffix;
}
