const AND = new Intl.ListFormat("en-GB");

/** Returns words as they stand in a sentence: `a, b and c`. */
export const listed = (words: Iterable<string>): string => AND.format(words);
