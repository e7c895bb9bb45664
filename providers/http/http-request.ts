import { webAddressOf } from "#contract/constants/values/web-address.ts";
import { type Classification, ProviderError, type Rate } from "../provider-error.ts";
import type { HttpReply } from "./http-reply.ts";

export interface HttpRequest {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** At most one of `json`, `form` and `body`. */
  json?: unknown;
  /** Sent urlencoded; a list repeats its key. */
  form?: Record<string, string | readonly string[]>;
  body?: FormData | string | Uint8Array<ArrayBuffer>;
  timeoutMs?: number;
  /**
   * Takes a certificate that its host signed itself, and no other that cannot be verified. Not through a proxy, whose tunnels
   * cannot be verified in part.
   */
  allowsSelfSigned?: boolean;
  /** A longer answer is PERMANENT. Without it, the first megabyte of an answer is read. */
  maxAnswerBytes?: number;
  /** The vendor recognises a repeated request, so a doubtful outcome may be retried freely. */
  idempotent?: boolean;
  /**
   * Vendor's exceptions to the classes of its table of codes and of statuses; asked for every answer, also a 2xx. `documented` looks the answer
   * up in that table.
   */
  classify?: (reply: HttpReply, documented: () => Classification | undefined) => Classification | undefined;
  /** Whom the limits of this address concern. Unset: the integration. An address of one recipient has limits of its own. */
  limits?: Rate;
  /** Seconds to wait after a failure, for vendors that do not say so in Retry-After. */
  retryAfter?: (reply: HttpReply) => number | undefined;
}

/** Returns the address to call. Throws ProviderError when a credential makes it none. */
export function targetOf(
  address: string,
  baseUrls: Readonly<Record<string, string>> = {},
  query: Record<string, string> = {},
): URL {
  const prefix = Object.keys(baseUrls).find((candidate) => address.startsWith(candidate));
  const actual = prefix === undefined ? address : `${baseUrls[prefix]}${address.slice(prefix.length)}`;
  const url = webAddressOf(actual);
  if (!url) throw new ProviderError("CREDENTIAL", "An address among the credentials is not a valid http or https URL");
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export function headersOf(call: HttpRequest, named: string): Headers {
  try {
    // Some vendors refuse requests without a User-Agent.
    return new Headers({ accept: "*/*", "user-agent": "Belfry", ...call.headers });
  } catch {
    // The platform's own message would quote the value, which may be a key.
    throw new ProviderError("CREDENTIAL", `${named}: a credential has characters that no HTTP header may carry`);
  }
}

/** Encodes the body and sets the Content-Type that belongs to it, unless the request names one. */
export async function bodyOf({ json, form, body }: HttpRequest, headers: Headers): Promise<string | Uint8Array | null> {
  const setType = (type: string) => {
    if (!headers.has("content-type")) headers.set("content-type", type);
  };
  if (json !== undefined) {
    setType("application/json");
    return JSON.stringify(json);
  }
  if (form !== undefined) {
    setType("application/x-www-form-urlencoded;charset=UTF-8");
    const pairs = new URLSearchParams();
    for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) pairs.append(name, value);
    return pairs.toString();
  }
  if (body instanceof FormData) {
    // Encoded as a whole, so that vendors get a Content-Length rather than chunks.
    const encoded = new Response(body);
    headers.set("content-type", encoded.headers.get("content-type") ?? "multipart/form-data");
    return new Uint8Array(await encoded.arrayBuffer());
  }
  if (typeof body === "string") setType("text/plain;charset=UTF-8");
  return body ?? null;
}
