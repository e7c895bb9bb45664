import { decodeLines, withoutMarks } from "#contract/constants/csv-dialect.ts";
import { markedEncoding } from "#contract/constants/decode-text.ts";
import { DomainError } from "#domain/errors.ts";

/** The most bytes that are kept until the end of their line. */
const LINE_MAX = 1024 * 1024;
const LF = 0x0a;
const CR = 0x0d;

/**
 * The text of a CSV file in the encoding of each of its parts, in whole lines and without byte order marks. Throws `invalid_input` for
 * another encoding.
 */
export async function* csvTexts(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let kept = "";
  for await (const text of decodedTexts(chunks)) {
    kept += text;
    const end = Math.max(kept.lastIndexOf("\n"), kept.lastIndexOf("\r")) + 1;
    if (end > 0) yield withoutMarks(kept.slice(0, end));
    kept = kept.slice(end);
    checkLength(kept);
  }
  if (kept !== "") yield withoutMarks(kept);
}

async function* decodedTexts(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const { encoding, bytes } = await beginOf(chunks);
  if (encoding === undefined) yield* decodedLines(bytes);
  else yield* decodedWhole(bytes, encoding);
}

/** The encoding by the first two bytes, and all bytes. */
async function beginOf(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 2) {
    const { value, done } = await iterator.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  async function* bytes(): AsyncGenerator<Buffer> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { encoding: markedEncoding(start), bytes: bytes() };
}

async function* decodedWhole(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? unknownEncoding() : error;
  }
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
