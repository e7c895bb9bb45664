/** Ids are UUIDs of version 1 to 5, or the all-zero one. */
export const UUID_PATTERN =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12})$/i;

/** `H:mm`, `HH:mm` or `HH:mm:ss`, from 0:00 to 23:59:59. */
export const AT_TIME_PATTERN = /^(?:(?:[01]?\d|2[0-3]):[0-5]\d|(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/;

/** `hh:mm AM` or `hh:mm PM`, as the hours of subscribers are written: from 12:00 AM, which is midnight, to 11:59 PM. */
export const CLOCK_TIME_PATTERN = /^(0?[1-9]|1[0-2]):([0-5]\d) (AM|PM)$/;

/** A language, with or without script, region and variants: `de`, `de-AT`, `zh_Hant_TW`. */
export const LOCALE_PATTERN = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;
