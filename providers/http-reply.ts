import type { z } from "zod";
import { ProviderError } from "./provider-error.ts";

const MAX_ANSWER_BYTES = 1_000_000;
/** An error quotes no more than this of an answer. */
export const MAX_QUOTED_CHARACTERS = 10_000;

export interface HttpReply {
  status: number;
  headers: Headers;
  text: string;
  /** The `Date` header, else now; ISO-8601 UTC. */
  date: string;
  /** The body, parsed; a body of another shape is PERMANENT, as the vendor has already taken the message. */
  json<S extends z.ZodType>(schema: S): z.output<S>;
}

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
  maxBytes?: number,
): Promise<HttpReply> {
  const headers = asHeaders(fields);
  const text = await readText(body, maxBytes);
  const sent = Date.parse(headers.get("date") ?? "");
  return {
    status,
    headers,
    text,
    date: new Date(Number.isNaN(sent) ? Date.now() : sent).toISOString(),
    json: (schema) => {
      const parsed = schema.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      throw new ProviderError("PERMANENT", `Answer ${status} has an unexpected body`, {
        status,
        response: text.slice(0, MAX_QUOTED_CHARACTERS),
      });
    },
  };
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number | undefined): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (maxBytes !== undefined && size > maxBytes) {
      throw new ProviderError("PERMANENT", `The answer is longer than ${maxBytes} bytes`);
    }
    if (size > (maxBytes ?? MAX_ANSWER_BYTES)) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the value of a JSON text; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
