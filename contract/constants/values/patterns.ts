/** Ids are UUIDs of version 1 to 5, or the all-zero one. */
export const UUID_PATTERN =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12})$/i;

/** `H:mm`, `HH:mm` or `HH:mm:ss`, from 0:00 to 23:59:59. */
export const AT_TIME_PATTERN = /^(?:(?:[01]?\d|2[0-3]):[0-5]\d|(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/;

/** `hh:mm AM` or `hh:mm PM`, as the hours of subscribers are written: from 12:00 AM, which is midnight, to 11:59 PM. */
export const CLOCK_TIME_PATTERN = /^(0?[1-9]|1[0-2]):([0-5]\d) (AM|PM)$/;

const EXTENSIONS = "(?:[-_][a-wyz0-9](?:[-_][a-z0-9]{2,8})+)*";
const PRIVATE = "x(?:[-_][a-z0-9]{1,8})+";
const LANGUAGE = "[a-z]{2,3}(?:[-_][a-z]{3}){0,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|[0-9]{3}))?";
const VARIANTS = "(?:[-_](?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*";
/** Tags that BCP 47 lists because they do not have its form. */
const IRREGULAR =
  "en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-fr|be-nl|ch-de)";

/**
 * A language tag of BCP 47, such as `de`, `de-AT`, `zh-Hant-TW` or `de-u-co-phonebk`, or the same with the underscores, the encoding
 * and the modifier of an operating system: `de_AT.UTF-8`, `sr_RS@latin`. Languages of four letters and more are refused, as none
 * is registered: they are names such as `English`.
 */
export const LOCALE_PATTERN = new RegExp(
  `^(?:${LANGUAGE}${VARIANTS}${EXTENSIONS}(?:[-_]${PRIVATE})?|${PRIVATE}|${IRREGULAR})(?:\\.[a-z0-9-]+)?(?:@[a-z0-9]+)?$`,
  "i",
);

/** Of a signed token: characters that an address has as they are. */
export const TOKEN_PATTERN = /^[\w.-]+$/;
