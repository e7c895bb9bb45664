const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Share of words from which a text counts as written from right to left: names in it are often in Latin letters. */
const SHARE = 0.4;
/** Characters that are looked at. */
const LENGTH = 300;

/** Returns the direction of a sender's text by its words, because it may begin with a name in the letters of another language. */
export function directionOf(text: string): "ltr" | "rtl" | "auto" {
  const words = text.slice(0, LENGTH).match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  if (words.length === 0) return "auto";
  return words.filter((word) => RIGHT_TO_LEFT.test(word)).length / words.length > SHARE ? "rtl" : "ltr";
}
