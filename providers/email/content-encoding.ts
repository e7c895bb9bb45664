import { encode as encodeBase64, wrap as wrapBase64 } from "nodemailer/lib/base64";
import { hasLongerLines, isPlainText } from "nodemailer/lib/mime-funcs";
import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from "nodemailer/lib/qp";

const LINE_LENGTH = 76;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROL_CHARACTER = /[\x00-\x08\x0b\x0c\x0e-\x1f]/;

/** Writes content in a Content-Transfer-Encoding; one other than base64 and quoted-printable leaves it as it is. */
export function encodeContent(content: string | Buffer, encoding: string | false): string | Buffer {
  if (encoding === "quoted-printable") return wrapQuotedPrintable(encodeQuotedPrintable(content), LINE_LENGTH);
  if (encoding === "base64") return wrapBase64(encodeBase64(content), LINE_LENGTH);
  return content;
}

/** Chooses the Content-Transfer-Encoding of a text: as nodemailer does, but for ASCII texts without letters. */
export function encodingOf(text: string): "7bit" | "quoted-printable" | "base64" {
  if (isPlainText(text)) return hasLongerLines(text, LINE_LENGTH) ? "quoted-printable" : "7bit";
  return isMostlyLatin(text) ? "quoted-printable" : "base64";
}

function isMostlyLatin(text: string): boolean {
  // Each character outside ASCII has at least one byte more in UTF-8, so this many others there are at most.
  const most = CONTROL_CHARACTER.test(text) ? text.length : Buffer.byteLength(text) - text.length;
  let letters = 0;
  let others = 0;
  for (let i = 0; i < text.length && letters <= most; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) letters++;
    else if (code >= 0x80 || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) others++;
  }
  return others < letters;
}
