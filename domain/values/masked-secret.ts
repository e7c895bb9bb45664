import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";

const SHOWN_CHARACTERS = 4;
/** Of a shorter secret no character is shown, because four would be most of it. */
const SHORTEST_MASKED_WITH_END = 2 * SHOWN_CHARACTERS;

/** `nvsk.` and the last four characters, by which its owner knows a secret. */
export const maskedSecret = (value: string): string =>
  SECRET_PREFIX + (value.length < SHORTEST_MASKED_WITH_END ? "" : value.slice(-SHOWN_CHARACTERS));
