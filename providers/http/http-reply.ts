import type { z } from "zod";
import { charsetOf, decodeText, type Encoding, UndecodableError } from "#contract/constants/values/decode-text.ts";
import { type Classification, ProviderError, type RefusalInWords } from "../provider-error.ts";

const MAX_ANSWER_BYTES = 1_000_000;
/** An error quotes no more than this of an answer. */
export const MAX_QUOTED_CHARACTERS = 10_000;

export interface HttpReply {
  status: number;
  headers: Headers;
  /** With replacement characters for what is not in the charset that the answer names, or in UTF-8. */
  text: string;
  /** Why `text` is not what was sent: "bytes that are not in utf-8". Absent where it is. */
  undecodable?: string;
  /** The `Date` header, else now; ISO-8601 UTC. */
  date: string;
  /** The body, parsed; a body of another shape is PERMANENT, as the vendor has already taken the message. */
  json<S extends z.ZodType>(schema: S): z.output<S>;
  /** The error of an answer by which the vendor refuses, whatever its status, in the vendor's words: those of a part, where one is named. */
  refused(classification: Classification, part?: { status?: number; text?: string }): ProviderError;
}

/** Puts a refusal into words. */
export type Describe = (
  answer: Pick<HttpReply, "status" | "text" | "headers">,
  classification: Classification,
) => RefusalInWords;

function asHeaders(fields: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(fields)) {
    // HTTP/2 has fields of its own (`:status`), which are no headers.
    if (name.startsWith(":")) continue;
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

/** Reads an answer to its end, or to a bound, because the address may be one that a customer chose. */
export async function readReply(
  status: number,
  fields: Record<string, string | string[] | undefined>,
  body: AsyncIterable<Uint8Array>,
  { describe, maxBytes }: { describe: Describe; maxBytes?: number | undefined },
): Promise<HttpReply> {
  const headers = asHeaders(fields);
  const { bytes, isBeginning } = await readBytes(body, maxBytes);
  const { text, undecodable } = textOf(bytes, { charset: charsetOf(headers.get("content-type") ?? ""), isBeginning });
  const sent = Date.parse(headers.get("date") ?? "");
  const refused: HttpReply["refused"] = (classification, part) => {
    const answer = { status, text, headers, ...part };
    const { message, vendorCode } = describe(answer, classification);
    return new ProviderError(classification, message, {
      status: answer.status,
      vendorCode,
      response: answer.text.slice(0, MAX_QUOTED_CHARACTERS),
    });
  };
  return {
    status,
    headers,
    text,
    ...(undecodable !== undefined && { undecodable }),
    date: new Date(Number.isNaN(sent) ? Date.now() : sent).toISOString(),
    json: (schema) => {
      const parsed = schema.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      throw refused("PERMANENT");
    },
    refused,
  };
}

async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number | undefined) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (maxBytes !== undefined && size > maxBytes) {
      throw new ProviderError("PERMANENT", `The answer is longer than ${maxBytes} bytes`);
    }
    if (size > (maxBytes ?? MAX_ANSWER_BYTES)) return { bytes: Buffer.concat(chunks), isBeginning: true };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), isBeginning: false };
}

/** A vendor's answer is no failure for a name that cannot be decoded: the vendor has taken the message. */
function textOf(bytes: Buffer, encoding: Encoding): { text: string; undecodable?: string } {
  try {
    return { text: decodeText(bytes, encoding) };
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    return { text: bytes.toString("utf8"), undecodable: `bytes that are ${error.message}` };
  }
}

/** Returns the value of a JSON text; undefined when it is none. */
export function jsonOf(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
