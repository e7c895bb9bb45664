/**
 * JSON text that Postgres takes as json or jsonb: like JSON.stringify, but without NUL characters and with U+FFFD in
 * place of each half of a broken surrogate pair, in keys and in values. What has no JSON, such as undefined, is null.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value) ?? "null";
  return UNSTORABLE_ESCAPE.test(json) ? json.replace(ESCAPE, storableEscape) : json;
}

/** Whether `storableJson` stores this JSON text of a value as it is; also false for some texts with backslashes. */
export const isStoredAsIs = (json: string): boolean => !UNSTORABLE_ESCAPE.test(json);

/** Text that Postgres takes as a parameter, with the same replacements. */
export function storableText(text: string): string {
  return text.replace(LONE_SURROGATE, REPLACEMENT).replaceAll("\0", "");
}

const REPLACEMENT = "\ufffd";

/** With the `u` flag, a pair is one code point and no surrogate, so that only halves match. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** JSON.stringify writes NUL and halves of pairs as escapes, in lower case. May also match text after an escaped backslash. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/;

/** One escape at a time, so that the second backslash of `\\u0000` does not begin another one. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;

function storableEscape(escaped: string): string {
  if (escaped === "\\u0000") return "";
  return UNSTORABLE_ESCAPE.test(escaped) ? REPLACEMENT : escaped;
}
