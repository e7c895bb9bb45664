import { decodeLines, isMixed, withoutMarks } from "#contract/constants/values/csv-dialect.ts";
import { encodingOf, utf16Of } from "#contract/constants/values/decode-text.ts";
import { DomainError } from "#domain/errors.ts";
import { beginOf, decodedWhole } from "./texts.ts";

/** The most bytes that are kept until the end of their line. */
const LINE_MAX = 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * The text of a CSV file in whole lines and without byte order marks: in the charset that its content type names, else in the
 * encoding of each of its parts. Throws `invalid_input` for another encoding, and for parts in UTF-16 beside others.
 */
export async function* csvTexts(chunks: AsyncIterable<Buffer>, charset?: string): AsyncGenerator<string> {
  let kept = "";
  for await (const text of decodedTexts(chunks, charset)) {
    kept += text;
    const end = Math.max(kept.lastIndexOf("\n"), kept.lastIndexOf("\r")) + 1;
    if (end > 0) yield ofOneEncoding(withoutMarks(kept.slice(0, end)));
    kept = kept.slice(end);
    checkLength(kept);
  }
  if (kept !== "") yield ofOneEncoding(withoutMarks(kept));
}

async function* decodedTexts(chunks: AsyncIterable<Buffer>, charset: string | undefined): AsyncGenerator<string> {
  const { start, bytes } = await beginOf(chunks);
  const encoding = charset === undefined ? utf16Of(start) : encodingOf(start, charset);
  if (encoding === undefined) yield* decodedLines(bytes);
  else yield* decodedWhole(bytes, encoding);
}

function ofOneEncoding(text: string): string {
  if (!isMixed(text)) return text;
  throw new DomainError(
    "invalid_input",
    "A part of the file is in UTF-16 and another one is not: save each of the files that were joined as CSV in UTF-8",
  );
}

async function* decodedLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([kept, chunk]);
    const end = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1;
    kept = bytes.subarray(end);
    if (end > 0) yield linesIn(bytes.subarray(0, end));
    checkLength(kept);
  }
  yield linesIn(kept);
}

function linesIn(bytes: Uint8Array): string {
  const text = decodeLines(bytes);
  if (text === undefined) throw unknownEncoding();
  return text;
}

function checkLength({ length }: { length: number }): void {
  if (length > LINE_MAX)
    throw new DomainError("invalid_input", `A line is longer than ${LINE_MAX} characters: shorten it`);
}

const unknownEncoding = () =>
  new DomainError("invalid_input", "The file is in an encoding that is not known: save it as CSV in UTF-8");
