import { BelfryError, errorOf } from "./errors.ts";
import { type List, list, type Paging } from "./list.ts";
import { isRetried, pauseFor, retryPause } from "./retry.ts";

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call, its pauses and repetitions included; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Names a POST or PATCH across attempts: for 24 hours the server answers the same call with the same key as it did the
   * first time, and does nothing. Each call has one of its own by default, which covers its repetitions by the client. Give
   * one to repeat a call yourself, such as after a restart: at most 255 visible ASCII characters.
   */
  idempotencyKey?: string | undefined;
  /** The environment that a member's call is about, in place of the client's. An API key has one of its own. */
  environmentId?: string | undefined;
  /** Milliseconds that one attempt of this call may take, in place of the client's. */
  timeoutMs?: number | undefined;
}

/** A body that is sent as it is. A stream is sent once, so that a call with one is not repeated. */
export type UploadedContent = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export interface HttpSettings {
  /** Address of the server without `/v1`. */
  baseUrl: string;
  /** Value of the Authorization header of a call, where it has one. */
  authorization: () => string | undefined;
  environmentId: () => string | undefined;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
  /** How often a call is repeated at most. */
  maxRetries: number;
  fetch: typeof globalThis.fetch;
}

type Query = Readonly<Record<string, unknown>>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Call extends CallOptions {
  /** Undefined and null are left out; a list is sent as repeated names. */
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  content?: UploadedContent;
  contentType?: string;
  headers?: Readonly<Record<string, unknown>>;
  /** Sent without credentials. */
  anonymous?: boolean;
  /** A status that carries a regular answer although it is not a success. */
  alsoAccepted?: number;
  /** Whether nothing is expected but that something does not exist afterwards. */
  isDelete?: boolean;
}

interface Received {
  response: Response;
  /** The body; undefined where the caller reads it. */
  text: string | undefined;
}

export type Http = ReturnType<typeof createHttp>;

/** Sends calls to the API, repeats those that failed for the moment, and turns every failure into a {@link BelfryError}. */
export function createHttp(settings: HttpSettings) {
  async function attempt(url: string, init: RequestInit, call: Call, isFile: boolean) {
    const timeoutMs = call.timeoutMs ?? settings.timeoutMs;
    const timeout = new AbortController();
    // Of a file it counts until the server begins to send it: how long the rest takes depends on its size.
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      const response = await settings.fetch(url, {
        ...init,
        // A redirect would turn a POST into a GET; the error names the address instead.
        redirect: "manual",
        signal: call.signal ? AbortSignal.any([call.signal, timeout.signal]) : timeout.signal,
      });
      return { response, text: isFile && response.ok ? undefined : await response.text() };
    } catch (cause) {
      call.signal?.throwIfAborted();
      return { failure: unreachable(settings.baseUrl, timeout.signal.aborted ? timeoutMs : undefined, cause) };
    } finally {
      clearTimeout(timer);
    }
  }

  function headersOf(method: Method, call: Call): Headers {
    const headers = new Headers({ Accept: "application/json" });
    for (const [name, value] of Object.entries(call.headers ?? {}))
      if (typeof value === "string") headers.set(name, value);
    const authorization = call.anonymous ? undefined : settings.authorization();
    if (authorization !== undefined) headers.set("Authorization", authorization);
    const environmentId = call.environmentId ?? settings.environmentId();
    if (authorization !== undefined && environmentId) headers.set("Novu-Environment-Id", environmentId);
    if (method === "POST" || method === "PATCH") headers.set("Idempotency-Key", keyOf(call.idempotencyKey));
    if (call.body !== undefined) headers.set("Content-Type", "application/json");
    if (call.contentType !== undefined) headers.set("Content-Type", call.contentType);
    return headers;
  }

  /** Returns the first answer that is not an error. */
  async function send(method: Method, path: string, call: Call, isFile = false): Promise<Received> {
    const url = `${settings.baseUrl}${path}${queryString(call.query)}`;
    const init: RequestInit = { method, headers: headersOf(method, call), ...bodyOf(call) };
    const maxRetries = call.content instanceof ReadableStream ? 0 : settings.maxRetries;
    for (let failed = 0; ; failed += 1) {
      call.signal?.throwIfAborted();
      const { response, text, failure } = await attempt(url, init, call, isFile);
      if (response?.ok || (response && response.status === call.alsoAccepted)) return { response, text };
      // An earlier attempt may have deleted it without its answer having arrived.
      if (response?.status === 404 && call.isDelete && failed > 0) return { response, text };
      const error = failure ?? errorOf(response, parseJson(text));
      const retryAfter = response?.headers.get("retry-after") ?? null;
      if (failed >= maxRetries || !isRetried(error.status, retryAfter)) throw error;
      const pause = retryPause(failed, retryAfter);
      if (pause === undefined) throw error;
      await pauseFor(pause, call.signal);
    }
  }

  async function answerOf(method: Method, path: string, call: Call): Promise<object> {
    const { response, text } = await send(method, path, call);
    const answer = parseJson(text);
    if (typeof answer === "object" && answer !== null) return answer;
    throw unexpected(response.status);
  }

  return {
    /** Returns the `data` of an answer. */
    async data<T>(method: Method, path: string, call: Call): Promise<T> {
      const answer = await answerOf(method, path, call);
      if (!("data" in answer)) throw unexpected(200);
      return trusted<T>(answer.data);
    },

    /** Returns the whole answer. */
    whole: async <T>(method: Method, path: string, call: Call) => trusted<T>(await answerOf(method, path, call)),

    /** Returns a list, page by page. */
    list<T>(path: string, call: Call, paging: Paging): List<T> {
      const read = async (query: Query) => trusted<T>(await answerOf("GET", path, { ...call, query }));
      return list(read, call.query ?? {}, paging);
    },

    /** Ignores the answer. */
    async nothing(method: Method, path: string, call: Call): Promise<void> {
      const { response, text } = await send(method, path, { ...call, isDelete: method === "DELETE" });
      if (response.ok && text && parseJson(text) === undefined) throw unexpected(response.status);
    },

    /** Returns an answer whose body the caller reads. */
    file: async (method: Method, path: string, call: Call) => (await send(method, path, call, true)).response,

    /** Returns the address that an answer points to. */
    async location(method: Method, path: string, call: Call): Promise<string> {
      const { response } = await send(method, path, { ...call, alsoAccepted: 302 });
      const location = response.headers.get("location");
      if (location === null) throw unexpected(response.status);
      return location;
    },

    /** Returns the address of a WebSocket, which carries the token: a browser cannot send headers with one. */
    socket(path: string, call: Call): string {
      const token = settings.authorization()?.replace(/^\w+ /, "");
      const query = queryString({ ...call.query, token });
      return `${settings.baseUrl.replace(/^http/, "ws")}${path}${query}`;
    },
  };
}

/**
 * Takes a server's answer for what the contract promises. It is not checked any further: an answer that a newer server has
 * extended would otherwise fail a call that the server has already carried out.
 */
function trusted<T>(answer: unknown): T {
  return answer as T;
}

/** Makes a part of a path of an id. The ids "." and ".." would lead to another resource. */
export function segment(name: string, id: string): string {
  if (typeof id !== "string" || id === "" || id === "." || id === "..")
    throw new TypeError(`${name} is not an id: ${JSON.stringify(id)}`);
  return encodeURIComponent(id);
}

/** Anything else cannot stand in a header, or is refused by the server. */
function keyOf(idempotencyKey: string | undefined): string {
  const key = idempotencyKey ?? globalThis.crypto.randomUUID();
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError("idempotencyKey must be 1 to 255 visible ASCII characters");
}

function bodyOf({ body, content }: Call): Pick<RequestInit, "body"> & { duplex?: "half" } {
  if (content !== undefined) return { body: content, ...(content instanceof ReadableStream && { duplex: "half" }) };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) if (item !== undefined && item !== null) params.append(name, String(item));
  }
  const text = params.toString();
  return text && `?${text}`;
}

function unreachable(baseUrl: string, timedOutAfter: number | undefined, cause: unknown): BelfryError {
  const problem =
    timedOutAfter !== undefined
      ? `${baseUrl} did not answer within ${timedOutAfter} ms: set timeoutMs higher, or check the server`
      : `${baseUrl} cannot be reached: check baseUrl and that the server is running`;
  return new BelfryError(0, [problem], { cause });
}

function unexpected(status: number): BelfryError {
  return new BelfryError(status, ["The answer is not one of Belfry's API: check that baseUrl is its address"]);
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    // A proxy's page; the status says what it means.
    return undefined;
  }
}
