import { encodeWord } from "nodemailer/lib/mime-funcs";

/** Headers whose values are addresses of the web or of mail: RFC 2369. */
const WITH_ADDRESSES = /^list-(?:unsubscribe|help|subscribe|post|owner|archive)$/i;
/** A line has at most 998 characters (RFC 5322, section 2.1.1), of which its name takes some. */
const LONGEST_WORD = 900;
/** Characters of an encoded word, which is 75 at most with what stands around it. */
const ENCODED_WORD = 52;

type HeaderValue = string | { prepared: true; foldLines: true; value: string };

/** Half a character of UTF-16 cannot be encoded: it becomes the replacement character. */
const percentEncoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/**
 * Writes the values of a mail's own headers so that each line can be sent: addresses in ASCII, percent-encoded, as encoded words are no part of
 * them, and words that are longer than a line in encoded words.
 */
export const headerValues = (headers: Readonly<Record<string, string>>): Record<string, HeaderValue> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]): [string, HeaderValue] => {
      if (WITH_ADDRESSES.test(name)) return [name, value.replace(/[^\0-\x7f]+/g, percentEncoded)];
      if (!value.split(/\s+/).some((word) => word.length > LONGEST_WORD)) return [name, value];
      const line = value.replace(/[\r\n]+/g, " ");
      return [name, { prepared: true, foldLines: true, value: encodeWord(line, "Q", ENCODED_WORD) }];
    }),
  );
