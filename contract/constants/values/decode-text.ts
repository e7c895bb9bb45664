/* Bytes are decoded by the charset that they are said to be in. What is not in it is an error, and never a replacement character. */

/** Bytes that are not in their charset, or a charset that nobody knows. */
export class UndecodableError extends Error {
  readonly charset: string;
  readonly isKnown: boolean;
  constructor(charset: string, isKnown: boolean) {
    super(isKnown ? `not in ${charset}` : `in the charset ${charset}, which is not known`);
    this.name = "UndecodableError";
    this.charset = charset;
    this.isKnown = isKnown;
  }
}

/** The charset that a content type names, in lower case; undefined where it names none. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const [, charset] = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? "") ?? [];
  return charset?.toLowerCase();
}

export interface Encoding {
  /** As a content type names it. Without one a text is in UTF-8, or in what its byte order mark says. */
  charset?: string | undefined;
  /** Whether the bytes are the beginning of a longer text, which may end within a character. */
  isBeginning?: boolean;
}

/** Returns a text without its byte order mark. Throws `UndecodableError`. */
export function decodeText(bytes: Uint8Array, { charset, isBeginning = false }: Encoding = {}): string {
  const name = encodingOf(bytes, charset);
  const decoder = decoderOf(name);
  try {
    if (isBeginning) return decoder.decode(bytes, { stream: true });
    // In one call, Node 20 and 22 take windows-1252 for latin-1: https://github.com/nodejs/node/issues/56542
    return decoder.encoding === "windows-1252" ? decoder.decode(bytes, { stream: true }) : decoder.decode(bytes);
  } catch {
    throw new UndecodableError(name, true);
  }
}

/** Returns a decoder that throws a TypeError for bytes that are not in the charset. Throws `UndecodableError`. */
export function decoderOf(charset: string, options: Pick<TextDecoderOptions, "ignoreBOM"> = {}): TextDecoder {
  try {
    return new TextDecoder(charset, { ...options, fatal: true });
  } catch {
    throw new UndecodableError(charset, false);
  }
}

/** The encoding that a byte order mark of UTF-16 names, which is no text in UTF-8; undefined without one. */
export function markedEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** The encoding of UTF-16 that the beginning of a file shows, by its mark or by NULs beside its letters; undefined for any other. */
export function utf16Of(start: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second, third, fourth] = start;
  if (first && second === 0 && third && fourth === 0) return "utf-16le";
  if (first === 0 && second && third === 0 && fourth) return "utf-16be";
  return markedEncoding(start);
}

/** The charset of a text that is said to be in one: of UTF-8 and UTF-16, its own mark says which. */
export const encodingOf = (bytes: Uint8Array, charset = "utf-8"): string =>
  (/^utf-?(8|16)$/i.test(charset) ? markedEncoding(bytes) : undefined) ?? charset;

/**
 * Returns a text of an address or a form with its percent-encodings decoded. A percent sign that begins none stays as it is, as in
 * https://url.spec.whatwg.org/#percent-decode. Throws `UndecodableError`.
 */
export function decodePercents(text: string, charset?: string): string {
  if (!text.includes("%")) return text;
  const given = new TextEncoder().encode(text);
  const bytes = new Uint8Array(given.length);
  let length = 0;
  for (let index = 0; index < given.length; index++) {
    const byte = given[index] ?? 0;
    const digits = byte === PERCENT ? String.fromCharCode(given[index + 1] ?? 0, given[index + 2] ?? 0) : "";
    const isEncoded = /^[0-9a-f]{2}$/i.test(digits);
    bytes[length++] = isEncoded ? Number.parseInt(digits, 16) : byte;
    if (isEncoded) index += 2;
  }
  return decodeText(bytes.subarray(0, length), { charset });
}

const PERCENT = 0x25;

/** Returns the fields of a form in application/x-www-form-urlencoded. Throws `UndecodableError`. */
export function decodeForm(text: string, charset?: string): URLSearchParams {
  const decoded = (part: string) => decodePercents(part.replaceAll("+", " "), charset);
  const fields = text
    .split("&")
    .filter((field) => field !== "")
    .map((field) => {
      const end = field.indexOf("=");
      return end === -1 ? [decoded(field), ""] : [decoded(field.slice(0, end)), decoded(field.slice(end + 1))];
    });
  return new URLSearchParams(fields);
}
