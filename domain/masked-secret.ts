/** Begins texts that stand for a secret: encrypted ones where they are stored, masked ones where they are shown. */
export const SECRET_PREFIX = "nvsk.";
const SHOWN_CHARACTERS = 4;
/** Of a shorter secret no character is shown, because four would be most of it. */
const SHORTEST_WITH_END = 2 * SHOWN_CHARACTERS;

/** `nvsk.` and the last four characters, by which its owner knows a secret. */
export const maskedSecret = (value: string): string =>
  SECRET_PREFIX + (value.length < SHORTEST_WITH_END ? "" : value.slice(-SHOWN_CHARACTERS));
