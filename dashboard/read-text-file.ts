import { decodeText, UndecodableError, utf16Of } from "#contract/constants/values/decode-text.ts";
import { kindOfFile } from "#contract/constants/values/file-kinds.ts";

/** Bytes of a file in which an XML declaration stands. */
const DECLARATION_MAX = 200;

/** Returns the text of a chosen file, or why it cannot be read. XML may name its encoding; other files are in UTF-8 or UTF-16. */
export async function readTextFile(file: File): Promise<{ text: string } | { issue: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = kindOfFile(bytes);
  if (kind !== undefined) return { issue: `${file.name} is ${kind}: save it as text in UTF-8, and choose it again.` };
  try {
    return { text: decodeText(bytes, { charset: utf16Of(bytes) ?? declaredEncoding(bytes) }) };
  } catch (error) {
    const charset = error instanceof UndecodableError && error.isKnown ? error.charset.toUpperCase() : undefined;
    const fault = charset === undefined ? "is in an encoding that is not known" : `is not in ${charset}`;
    return { issue: `${file.name} ${fault}: save it in UTF-8, and choose it again.` };
  }
}

/** The encoding that an XML declaration names; undefined without one. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, DECLARATION_MAX));
  return /^(?:\xef\xbb\xbf)?<\?xml[^>]{1,150}\sencoding\s?=\s?["']([\w-]{1,40})["']/.exec(start)?.[1];
}
