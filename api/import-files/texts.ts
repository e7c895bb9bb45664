import { decoderOf, encodingOf, utf16Of } from "#contract/constants/values/decode-text.ts";
import { kindOfFile } from "#contract/constants/values/file-kinds.ts";
import { DomainError } from "#domain/errors.ts";
import { readable } from "../read-text.ts";

/** Bytes by which the encoding of a file is known. */
const START = 4;

/** The file with its beginning; shorter than four bytes where the file is. Throws `invalid_input` for a file that is no text. */
export async function beginOf(chunks: AsyncIterable<Buffer>): Promise<{ start: Buffer; bytes: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < START) {
    const { value, done } = await iterator.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const kind = kindOfFile(start);
  if (kind !== undefined) throw new DomainError("invalid_input", `The file is ${kind}: save it as CSV in UTF-8`);
  async function* bytes(): AsyncGenerator<Buffer> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { start, bytes: bytes() };
}

/** The text of a whole file in one encoding, with its marks. Throws `invalid_input` for bytes that are not in it. */
export async function* decodedWhole(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = readable(() => decoderOf(encoding, { ignoreBOM: true }));
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DomainError("invalid_input", `The file is not in ${encoding.toUpperCase()}: save it in UTF-8`);
  }
}

/**
 * The text of a file in the charset that its content type names, else in UTF-8, or in UTF-16 where it begins so; without a byte order
 * mark. Throws `invalid_input` for another encoding.
 */
export async function* textsOf(chunks: AsyncIterable<Buffer>, charset: string | undefined): AsyncGenerator<string> {
  const { start, bytes } = await beginOf(chunks);
  const encoding = charset === undefined ? (utf16Of(start) ?? "utf-8") : encodingOf(start, charset);
  let isStart = true;
  for await (const text of decodedWhole(bytes, encoding)) {
    yield isStart ? text.replace(/^\uFEFF/, "") : text;
    isStart &&= text === "";
  }
}
