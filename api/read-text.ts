import type { FastifyRequest } from "fastify";
import { charsetOf, decodeText, UndecodableError } from "#contract/constants/values/decode-text.ts";
import { DomainError } from "#domain/errors.ts";

/** A body in a charset that nobody knows; answered with 415. */
class UnknownCharsetError extends Error {
  readonly statusCode = 415;
  constructor(charset: string) {
    super(`The body is in the charset ${charset.slice(0, 50)}, which is not known: send it in UTF-8`);
    this.name = "UnknownCharsetError";
  }
}

/** Returns the text of a body, by the charset that its content type names. Throws `invalid_input` and `UnknownCharsetError`. */
export function readText({ headers }: Pick<FastifyRequest, "headers">, bytes: Uint8Array): string {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") {
    const message = `The body has the content-encoding ${encoding}, which is not read: send it as it is`;
    throw new DomainError("invalid_input", message);
  }
  return readable(() => decodeText(bytes, { charset: charsetOf(headers["content-type"]) }));
}

/** Runs what decodes a body. Throws `invalid_input` and `UnknownCharsetError`. */
export function readable<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    if (!error.isKnown) throw new UnknownCharsetError(error.charset);
    const message = `The body is not in ${error.charset.toUpperCase()}: name its charset in the content type, or send it in UTF-8`;
    throw new DomainError("invalid_input", message);
  }
}
