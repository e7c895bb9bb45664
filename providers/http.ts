import type { z } from "zod";
import { assertPublicHost } from "./hosts.ts";
import { blot, type ErrorClass, ProviderError } from "./provider-error.ts";

const TIMEOUT_MS = 15_000;
const LONGEST_REPLY_BYTES = 1_000_000;
const LONGEST_QUOTE = 2_000;

/** Failures that happen before a request leaves, so that repeating it cannot send a message twice. */
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UNABLE_TO_.*|.*CERT.*|ERR_TLS_.*)$/;

export interface HttpRequest {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** At most one of `json`, `form` and `body`. */
  json?: unknown;
  /** Sent urlencoded; a list repeats its key. */
  form?: Record<string, string | readonly string[]>;
  body?: FormData | string | Uint8Array<ArrayBuffer>;
  timeoutMs?: number;
  /** The vendor recognises a repeated request, so a doubtful outcome may be retried freely. */
  idempotent?: boolean;
  /** Vendor's exceptions to the default classes; asked for every answer, also a 2xx. */
  classify?: (reply: HttpReply) => ErrorClass | undefined;
}

export interface HttpReply {
  status: number;
  headers: Headers;
  text: string;
  /** The `Date` header, else now; ISO-8601 UTC. */
  date: string;
  /** The body, parsed; a body of another shape is PERMANENT, as the vendor has already taken the message. */
  json<S extends z.ZodType>(schema: S): z.output<S>;
}

/** Calls a vendor. Whatever is not a 2xx, in time, is thrown as a ProviderError that names host and status only. */
export interface Http {
  get(url: string, request?: HttpRequest): Promise<HttpReply>;
  post(url: string, request?: HttpRequest): Promise<HttpReply>;
  request(method: string, url: string, request?: HttpRequest): Promise<HttpReply>;
  /** The same, abandoned when the signal fires. */
  withSignal(signal: AbortSignal): Http;
}

export interface HttpOptions {
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** Let requests into private networks: development and tests. */
  allowPrivateHosts?: boolean;
  /** Address prefixes and what stands in for them in a test: `{"https://api.vendor.com": "http://127.0.0.1:4010"}`. */
  baseUrls?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export function createHttp(options: HttpOptions = {}): Http {
  const request: Http["request"] = (method, url, call = {}) => exchange(options, method, url, call);
  return {
    request,
    get: (url, call) => request("GET", url, call),
    post: (url, call) => request("POST", url, call),
    withSignal: (signal) => createHttp({ ...options, signal }),
  };
}

/** The value of an `Authorization` header for HTTP Basic. */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** Default class of an HTTP status: providers-email-push.md 1.5. */
function classOfStatus(status: number): ErrorClass {
  if (status === 408 || status === 425 || status === 429 || status >= 500) return "RETRY";
  return status === 401 || status === 403 ? "CREDENTIAL" : "PERMANENT";
}

/** Seconds to wait by a `Retry-After` header, which holds seconds or an HTTP date. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1_000));
}

async function exchange(options: HttpOptions, method: string, address: string, call: HttpRequest): Promise<HttpReply> {
  const url = target(address, options.baseUrls, call.query);
  const where = `${method} ${url.host}`;
  const headers = requestHeaders(call, where);
  if (!options.allowPrivateHosts) await assertPublicHost(url.hostname);
  const send = options.fetch ?? fetch;
  const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const reply = await send(url, { method, headers, body: requestBody(call), redirect: "manual", signal })
    .then(readReply)
    .catch((error: unknown) => {
      options.signal?.throwIfAborted();
      throw noAnswer(error, where, call.idempotent ?? method === "GET");
    });
  const errorClass =
    call.classify?.(reply) ?? (reply.status >= 200 && reply.status < 300 ? undefined : classOfStatus(reply.status));
  if (errorClass === undefined) return reply;
  throw new ProviderError(errorClass, `${where} answered ${reply.status}`, {
    status: reply.status,
    response: blot(reply.text.slice(0, LONGEST_QUOTE), authorizations(headers)),
    retryAfterSeconds: retryAfterSeconds(reply.headers.get("retry-after")),
  });
}

function target(address: string, baseUrls: HttpOptions["baseUrls"] = {}, query: Record<string, string> = {}): URL {
  const prefix = Object.keys(baseUrls).find((candidate) => address.startsWith(candidate));
  const actual = prefix === undefined ? address : `${baseUrls[prefix]}${address.slice(prefix.length)}`;
  if (!URL.canParse(actual))
    throw new ProviderError("CREDENTIAL", "An address among the credentials is not a valid URL");
  const url = new URL(actual);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function requestHeaders(call: HttpRequest, where: string): Headers {
  try {
    const headers = new Headers(call.headers);
    if (call.json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
    return headers;
  } catch {
    // The platform's own message would quote the value, which may be a key.
    throw new ProviderError("CREDENTIAL", `${where}: a credential has characters that no HTTP header may carry`);
  }
}

function requestBody({
  json,
  form,
  body,
}: HttpRequest): FormData | string | Uint8Array<ArrayBuffer> | URLSearchParams | null {
  if (json !== undefined) return JSON.stringify(json);
  if (form === undefined) return body ?? null;
  const pairs = new URLSearchParams();
  for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) pairs.append(name, value);
  return pairs;
}

async function readReply(response: Response): Promise<HttpReply> {
  const text = await readText(response);
  const sent = Date.parse(response.headers.get("date") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    date: new Date(Number.isNaN(sent) ? Date.now() : sent).toISOString(),
    json: (schema) => {
      const parsed = schema.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      throw new ProviderError("PERMANENT", `Answer ${response.status} has an unexpected body`, {
        status: response.status,
        response: text.slice(0, LONGEST_QUOTE),
      });
    },
  };
}

/** Stops reading at a bound, because the address may be one that a customer chose. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LONGEST_REPLY_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noAnswer(error: unknown, where: string, idempotent: boolean): ProviderError {
  const reason = error instanceof Error && error.name === "TimeoutError" ? "TIMEOUT" : codeOf(error);
  return new ProviderError("RETRY", `${where} gave no answer: ${reason}`, {
    // Without an idempotency key at the vendor, a lost answer may hide a sent message: one more attempt at most.
    retryLimit: idempotent || NOT_SENT.test(reason) ? undefined : 1,
  });
}

/** `fetch` hides the system error in `cause`; only its code is safe to show. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "NETWORK";
}

function authorizations(headers: Headers): string[] {
  const value = headers.get("authorization");
  return value === null ? [] : [value, value.slice(value.indexOf(" ") + 1)];
}
