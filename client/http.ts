import { type Call, callOf } from "./call.ts";
import { BelfryError, ConnectionError, errorOf, TimeoutError } from "./errors.ts";
import { type List, list, type Paging } from "./list.ts";
import { defaultRetryCondition, pauseFor, type RetryConfig, retryDelay } from "./retry.ts";
import { uuid } from "./secure-context.ts";

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
  /** Milliseconds that this call may take, in place of the client's. */
  timeoutMs?: number | undefined;
}

/** A body that is sent as it is. A stream is sent once, so that a call with one is not repeated. */
export type UploadedContent = string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

export interface HttpSettings {
  /** Address of the server without `/v1`. */
  apiUrl: string;
  /** Value of the Authorization header of a call, where it has one. */
  authorization: () => string | undefined;
  environmentId: () => string | undefined;
  /** Milliseconds that a call may take, its repetitions and the pauses before them included. */
  timeoutMs: number;
  retryConfig: RetryConfig;
  /** Reads the JSON of an answer, or promises to. */
  parse: (json: string) => unknown;
  fetch: typeof globalThis.fetch;
}

type Query = Readonly<Record<string, unknown>>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Request extends CallOptions {
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
  const { retryMax = 0, retryCondition = defaultRetryCondition } = settings.retryConfig;

  /** Returns an answer, whatever its status. The time of a file ends when the server begins to send it: the rest depends on its size. */
  async function attempt(url: string, init: RequestInit, isFile: boolean): Promise<Received | ConnectionError> {
    try {
      // A redirect would turn a POST into a GET; the error names the address instead.
      const response = await settings.fetch(url, { ...init, redirect: "manual" });
      return { response, text: isFile && response.ok ? undefined : await response.text() };
    } catch (cause) {
      init.signal?.throwIfAborted();
      return new ConnectionError(settings.apiUrl, cause);
    }
  }

  function headersOf(method: Method, call: Request): Headers {
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

  /** Returns the first answer that is not an error, within the time of the call. */
  async function send(method: Method, path: string, call: Request, isFile = false): Promise<Received> {
    const timeoutMs = call.timeoutMs ?? settings.timeoutMs;
    const time = new AbortController();
    let failure: BelfryError | undefined;
    const timer = setTimeout(() => time.abort(timedOut(settings.apiUrl, timeoutMs, failure)), timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, time.signal]) : time.signal;
    const url = `${settings.apiUrl}${path}${queryString(call.query)}`;
    const headers = headersOf(method, call);
    const isOnce = call.content instanceof ReadableStream;
    try {
      for (let retry = 0; ; retry += 1) {
        signal.throwIfAborted();
        if (retry > 0) await pauseFor(retryDelay(retry, settings.retryConfig, failure?.retryAfter), signal);
        // An answer to the key is kept, a refusal with 422 too, so that only another key can bring another answer.
        if (failure?.status === 422 && headers.has("Idempotency-Key")) headers.set("Idempotency-Key", keyOf(undefined));
        const received = await attempt(url, { method, headers, signal, ...bodyOf(call) }, isFile);
        if (received instanceof ConnectionError) failure = received;
        else if (isRegular(received.response, call, retry > 0)) return received;
        else failure = errorOf(received.response, await parsed(received.text));
        const isFinal = failure.status === 422 && call.idempotencyKey !== undefined;
        if (isOnce || isFinal || retry >= retryMax || !retryCondition(failure)) throw failure;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether an answer is one that the call expects. An earlier attempt may have deleted something without its answer having arrived. */
  const isRegular = ({ ok, status }: Response, { alsoAccepted, isDelete }: Request, isRepeated: boolean): boolean =>
    ok || status === alsoAccepted || (status === 404 && isDelete === true && isRepeated);

  async function answerOf<T>(method: Method, path: string, call: Request): Promise<{ data: T; response: Response }> {
    const { response, text } = await send(method, path, call);
    const answer = await parsed(text, settings.parse);
    if (typeof answer !== "object" || answer === null) throw unexpected(response.status);
    return { data: trusted<T>(answer), response };
  }

  return {
    /** Makes the call for the `data` of an answer. */
    data: <T>(method: Method, path: string, call: Request): Call<T> =>
      callOf(
        answerOf<{ data?: T }>(method, path, call).then(({ data: { data }, response }) => {
          if (data === undefined) throw unexpected(response.status);
          return { data, response };
        }),
      ),

    /** Makes the call for the whole answer. */
    whole: <T>(method: Method, path: string, call: Request): Call<T> => callOf(answerOf<T>(method, path, call)),

    /** Makes the call for a list, page by page. */
    list: <T extends object>(path: string, call: Request, paging: Paging): List<T> =>
      list((query) => answerOf<T>("GET", path, { ...call, query }), call.query ?? {}, paging),

    /** Makes the call, and ignores the answer. */
    nothing: (method: Method, path: string, call: Request): Call<void> =>
      callOf(
        send(method, path, { ...call, isDelete: method === "DELETE" }).then(async ({ response, text }) => {
          if (response.ok && text && (await parsed(text)) === undefined) throw unexpected(response.status);
          return { data: undefined, response };
        }),
      ),

    /** Makes the call for an answer whose body the caller reads. */
    file: (method: Method, path: string, call: Request): Call<Response> =>
      callOf(send(method, path, call, true).then(({ response }) => ({ data: response, response }))),

    /** Makes the call for the address that an answer points to. */
    location: (method: Method, path: string, call: Request): Call<string> =>
      callOf(
        send(method, path, { ...call, alsoAccepted: 302 }).then(({ response }) => {
          const location = response.headers.get("location");
          if (location === null) throw unexpected(response.status);
          return { data: location, response };
        }),
      ),

    /** Returns the address of a WebSocket, which carries the token: a browser cannot send headers with one. */
    socket(path: string, call: Request): string {
      const token = settings.authorization()?.replace(/^\w+ /, "");
      const query = queryString({ ...call.query, token });
      return `${settings.apiUrl.replace(/^http/, "ws")}${path}${query}`;
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

/**
 * Makes a part of a path of an id. Every HTTP client resolves the parts "." and "..", also percent-encoded, and would lead to another
 * resource: the server reads a tilde before them as not there.
 */
export function segment(name: string, id: string): string {
  if (typeof id !== "string" || id === "") throw new TypeError(`${name} is not an id: ${JSON.stringify(id)}`);
  if (/\p{Surrogate}/u.test(id)) throw new TypeError(`${name} has half of a character: ${JSON.stringify(id)}`);
  return encodeURIComponent(/^~*\.{1,2}$/.test(id) ? `~${id}` : id);
}

/** Anything else cannot stand in a header, or is refused by the server. */
function keyOf(idempotencyKey: string | undefined): string {
  const key = idempotencyKey ?? uuid();
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError("idempotencyKey must be 1 to 255 visible ASCII characters");
}

function bodyOf({ body, content }: Request): Pick<RequestInit, "body"> & { duplex?: "half" } {
  // A body has no memory that threads share: a copy has its own.
  if (content instanceof Uint8Array) return { body: new Uint8Array(content) };
  if (content !== undefined) return { body: content, ...(content instanceof ReadableStream && { duplex: "half" }) };
  return body === undefined ? {} : { body: jsonOf(body) };
}

/** Writes JSON, and a BigInt as a number with all its digits: JSON.stringify has none for it, so it is a marked text there. */
function jsonOf(body: unknown): string {
  let mark: string | undefined;
  const json = JSON.stringify(body, (_key, value: unknown) => {
    if (typeof value !== "bigint") return value;
    mark ??= `integer-${uuid()}:`;
    return `${mark}${value}`;
  });
  return mark === undefined ? json : json.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}

function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) if (item !== undefined && item !== null) params.append(name, String(item));
  }
  const text = params.toString();
  return text && `?${text}`;
}

function timedOut(apiUrl: string, timeoutMs: number, cause: BelfryError | undefined): TimeoutError {
  const problem = cause
    ? `still failed after ${timeoutMs} ms: ${cause.message}`
    : `did not answer within ${timeoutMs} ms`;
  return new TimeoutError(`${apiUrl} ${problem}; set timeoutMs higher, or check the server`, cause);
}

function unexpected(status: number): BelfryError {
  return new BelfryError(status, "The answer is not one of Belfry's API: check that apiUrl is its address");
}

/** Undefined for what is no JSON, such as a proxy's page: the status says what it means. */
async function parsed(text = "", parse: HttpSettings["parse"] = JSON.parse): Promise<unknown> {
  try {
    return await parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
