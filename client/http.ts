import { BelfryError, errorOf } from "./errors.ts";
import { isRetried, pauseFor, retryPause } from "./retry.ts";

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call, its pauses and repetitions included; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
  /**
   * Names a POST or PATCH across attempts: for 24 hours the server answers the same call with the same key as it did the
   * first time, and does nothing. Each call has one of its own by default, which covers its repetitions by the client. Give
   * one to repeat a call yourself, such as after a restart: at most 255 visible ASCII characters.
   */
  idempotencyKey?: string;
}

export interface HttpSettings {
  apiKey: string;
  /** Address of the server without `/v1`. */
  baseUrl: string;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
  /** How often a call is repeated at most. */
  maxRetries: number;
  fetch: typeof globalThis.fetch;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface Call extends CallOptions {
  query?: Readonly<Record<string, QueryValue>>;
  body?: unknown;
}

export type Http = ReturnType<typeof createHttp>;

/** Sends calls to the API, repeats those that failed for the moment, and turns every failure into a {@link BelfryError}. */
export function createHttp(settings: HttpSettings) {
  async function attempt(url: string, init: RequestInit, signal: AbortSignal | undefined) {
    const timeout = AbortSignal.timeout(settings.timeoutMs);
    try {
      const response = await settings.fetch(url, {
        ...init,
        // A redirect would turn a POST into a GET; the error names the address instead.
        redirect: "manual",
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      return { response, text: await response.text() };
    } catch (cause) {
      signal?.throwIfAborted();
      return { failure: unreachable(settings, timeout.aborted, cause) };
    }
  }

  const headers = (method: Method, { body, idempotencyKey }: Call) => ({
    Accept: "application/json",
    Authorization: `ApiKey ${settings.apiKey}`,
    ...((method === "POST" || method === "PATCH") && { "Idempotency-Key": keyOf(idempotencyKey) }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  });

  async function call(method: Method, path: string, options: Call): Promise<unknown> {
    const url = `${settings.baseUrl}/v1${path}${queryString(options.query)}`;
    const init = { method, headers: headers(method, options), ...(options.body !== undefined && json(options.body)) };
    for (let failed = 0; ; failed += 1) {
      options.signal?.throwIfAborted();
      const { response, text, failure } = await attempt(url, init, options.signal);
      if (response?.ok) return parseAnswer(response, text);
      // An earlier attempt may have deleted it without its answer having arrived.
      if (response?.status === 404 && method === "DELETE" && failed > 0) return undefined;
      const error = failure ?? errorOf(response, parseJson(text));
      const retryAfter = response?.headers.get("retry-after") ?? null;
      if (failed >= settings.maxRetries || !isRetried(error.status, retryAfter)) throw error;
      const pause = retryPause(failed, retryAfter);
      if (pause === undefined) throw error;
      await pauseFor(pause, options.signal);
    }
  }

  return {
    /** Returns the whole answer: lists stand beside their paging fields. */
    page: async <T>(path: string, options: Call) => trusted<T>(await call("GET", path, options)),

    /** Returns the `data` of an answer. */
    async one<T>(method: Method, path: string, options: Call): Promise<T> {
      const answer = await call(method, path, options);
      if (typeof answer !== "object" || answer === null || !("data" in answer)) throw unexpected(200);
      return trusted<T>(answer.data);
    },

    /** Ignores the answer. */
    async nothing(method: Method, path: string, options: Call): Promise<void> {
      await call(method, path, options);
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

const json = (body: unknown) => ({ body: JSON.stringify(body) });

function queryString(query: Call["query"] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of typeof value === "object" ? value : [String(value)]) params.append(name, item);
  }
  const text = params.toString();
  return text && `?${text}`;
}

function unreachable({ baseUrl, timeoutMs }: HttpSettings, timedOut: boolean, cause: unknown): BelfryError {
  const problem = timedOut
    ? `${baseUrl} did not answer within ${timeoutMs} ms: set timeoutMs higher, or check the server`
    : `${baseUrl} cannot be reached: check baseUrl and that the server is running`;
  return new BelfryError(0, [problem], { cause });
}

function unexpected(status: number): BelfryError {
  return new BelfryError(status, ["The answer is not one of Belfry's API: check that baseUrl is its address"]);
}

function parseAnswer(response: Response, text: string): unknown {
  if (text === "") return undefined;
  const answer = parseJson(text);
  if (answer === undefined) throw unexpected(response.status);
  return answer;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page; the status says what it means.
    return undefined;
  }
}
