/** The characters that people write between the digits of a number (RFC 3966 section 5.1.1), and marks that copying from a page leaves around it. */
const BETWEEN = /[\s().\-/\u2010-\u2015\u2212\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The digit that a character of another script stands for: Unicode has ten in a row, from zero, which begins each row. */
function asciiDigit(digit: string): string {
  let value = 0;
  for (let code = (digit.codePointAt(0) ?? 0) - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code--)
    value += 1;
  return String(value);
}

/**
 * Returns a number as phone networks take it, from what people write: `+49 (0)151 1234-567` is `+491511234567`. Many vendors refuse a number
 * with anything between its digits. A text that is no number, such as a name or a number with an extension, stays as it is.
 */
export function phoneNumberOf(text: string): string {
  const dialled = text
    .normalize("NFKC")
    // The prefix of calls within the country, which is left out of a number with the country's code.
    .replace(/^(\s*\+[^a-z]{1,8})\(0\)/i, "$1")
    .replaceAll(BETWEEN, "")
    .replaceAll(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : asciiDigit(digit)));
  return /^\+?\d{3,}$/.test(dialled) ? dialled : text;
}
