import { DomainError } from "#domain/errors.ts";

/** The text of a file in UTF-8, without a byte order mark. Throws `invalid_input` for another encoding. */
export async function* textsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DomainError("invalid_input", "The file is not in UTF-8: save it with that encoding");
  }
}
