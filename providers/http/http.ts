import { setMaxListeners } from "node:events";
import { request as send } from "undici";
import { retryAfterSeconds } from "#contract/constants/values/retry-after.ts";
import { namesUser } from "#contract/constants/values/web-address.ts";
import { type Allowance, readAllowance } from "../allowance.ts";
import { type Passthrough, withPassthrough } from "../passthrough.ts";
import { ProviderError } from "../provider-error.ts";
import { redact } from "../redact.ts";
import { documentedClass, refusalInWords, type Vendor } from "../refusals.ts";
import { SEND_LIMITS } from "../send-limits.ts";
import { createHttpAgents, type HttpAgentOptions, type HttpAgents } from "./http-agents.ts";
import { classOfStatus, noAnswerError } from "./http-failures.ts";
import { type Describe, type HttpReply, MAX_QUOTED_CHARACTERS, readReply } from "./http-reply.ts";
import { bodyOf, type HttpRequest, headersOf, targetOf } from "./http-request.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * Calls a vendor. Whatever is not a 2xx, in time, is thrown as a ProviderError. Redirects are not followed.
 */
export interface Http {
  get(url: string, request?: HttpRequest): Promise<HttpReply>;
  post(url: string, request?: HttpRequest): Promise<HttpReply>;
  request(method: string, url: string, request?: HttpRequest): Promise<HttpReply>;
  /** Returns the same client, whose requests are abandoned when the signal fires. */
  withSignal(signal: AbortSignal): Http;
  /** Returns the same client, whose requests other than GET carry these additions. */
  withPassthrough(passthrough: Passthrough): Http;
  /** Returns the same client, which hands over each answer that it takes, without what authorized the request. */
  withAnswers(answered: (answer: VendorAnswer) => void): Http;
  /** Returns the same client, which calls this with what the vendor's headers say of its limits: with each answer that has any. */
  withAllowance(onAllowance: OnAllowance): Http;
  /** Returns a client with HTTP/2 connections of its own, for vendors that require one per account. The caller closes it. */
  openHttp2(): HttpClient;
}

/** The answer of a vendor: an HTTP status or SMTP reply code, and its text. */
export interface VendorAnswer {
  status: number;
  text: string;
}
/** Must not throw. */
export type OnAllowance = (allowance: Allowance) => void;

/** A client that owns its connections. */
export interface HttpClient extends Http {
  /**
   * Returns the same client for a provider whose file names these hosts (`api.vendor.com`, `*.vendor.com`). Requests to
   * them may enter private networks and are not resolved here where a proxy is set; all others are guarded.
   */
  withVendorHosts(hosts: readonly string[]): HttpClient;
  /** Returns the same client, whose errors say in the vendor's words why it refused. Without it they name host and status. */
  withVendor(vendor: Vendor): HttpClient;
  /** Ends all connections, also of the clients that were derived from this one, except those of `openHttp2`. */
  close(): Promise<void>;
}

export interface HttpOptions extends HttpAgentOptions {
  timeoutMs?: number;
  /** Address prefixes and what stands in for them in a test: `{"https://api.vendor.com": "http://127.0.0.1:4010"}`. */
  baseUrls?: Readonly<Record<string, string>>;
}

export function createHttp(options: HttpOptions = {}): HttpClient {
  return createClient({ ...options, agents: createHttpAgents(options), vendorHosts: [] });
}

interface ClientSettings {
  agents: HttpAgents;
  vendorHosts: readonly string[];
  vendor?: Vendor;
  timeoutMs?: number;
  baseUrls?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  passthrough?: Passthrough;
  answered?: (answer: VendorAnswer) => void;
  onAllowance?: OnAllowance;
}

function createClient(settings: ClientSettings): HttpClient {
  const request: Http["request"] = (method, url, call = {}) => exchange(settings, method, url, call);
  return {
    request,
    get: (url, call) => request("GET", url, call),
    post: (url, call) => request("POST", url, call),
    withSignal: (signal) => createClient({ ...settings, signal }),
    withPassthrough: (passthrough) => createClient({ ...settings, passthrough }),
    withAnswers: (answered) => createClient({ ...settings, answered }),
    withAllowance: (onAllowance) => createClient({ ...settings, onAllowance }),
    withVendor: (vendor) => createClient({ ...settings, vendor }),
    withVendorHosts: (vendorHosts) => createClient({ ...settings, vendorHosts }),
    openHttp2: () => createClient({ ...settings, agents: settings.agents.openHttp2() }),
    close: () => settings.agents.close(),
  };
}

/** Returns the value of an `Authorization` header for HTTP Basic. */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** Sends the user of an address as HTTP Basic, unless the request says itself who calls; the client under this one drops it. */
function authenticate(url: URL, headers: Headers): void {
  if (!namesUser(url)) return;
  const { username, password } = url;
  if (!headers.has("authorization")) headers.set("authorization", basicAuth(decoded(username), decoded(password)));
  url.username = "";
  url.password = "";
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return part;
  }
}

async function exchange(
  settings: ClientSettings,
  method: string,
  address: string,
  asked: HttpRequest,
): Promise<HttpReply> {
  const call = settings.passthrough && method !== "GET" ? withPassthrough(asked, settings.passthrough) : asked;
  const url = targetOf(address, settings.baseUrls, call.query);
  const named = `${method} ${url.host}`;
  const headers = headersOf(call, named);
  authenticate(url, headers);
  const body = await bodyOf(call, headers);
  settings.signal?.throwIfAborted();
  const limit = call.timeoutMs ?? settings.timeoutMs ?? SEND_LIMITS.request;
  const { signal, end } = timeLimit(limit, settings.signal);
  const { vendor } = settings;
  const clean = (text: string) => redact(text, authorizations(headers));
  const describe: Describe = (answer, classification) =>
    vendor
      ? refusalInWords(vendor, { ...answer, text: clean(answer.text) }, classification)
      : { message: `${named} answered ${answer.status}` };
  const reply = await answerTo(settings, url, {
    describe,
    method,
    headers: Object.fromEntries(headers),
    body,
    signal,
    limit,
    maxAnswerBytes: call.maxAnswerBytes,
    allowsSelfSigned: call.allowsSelfSigned ?? false,
  })
    .catch((error: unknown) => {
      settings.signal?.throwIfAborted();
      throw noAnswerError(error, named, call.idempotent ?? method === "GET");
    })
    .finally(end);
  // Asked for by few: reading the headers of each answer would be for nothing.
  const isAsked = settings.onAllowance !== undefined || reply.status === 429;
  const allowance = isAsked ? readAllowance(reply.headers) : undefined;
  // The limits of one recipient's address say nothing about others.
  if (allowance && call.limits !== "recipient") settings.onAllowance?.(allowance);
  const isTaken = reply.status >= 200 && reply.status < 300;
  const documented = () => vendor && documentedClass(vendor, reply);
  const errorClass =
    call.classify?.(reply, documented) ?? (isTaken ? undefined : (documented() ?? classOfStatus(reply.status)));
  const quoted = () => clean(reply.text).slice(0, MAX_QUOTED_CHARACTERS);
  if (errorClass === undefined) {
    settings.answered?.({ status: reply.status, text: quoted() });
    return reply;
  }
  const { message, vendorCode } = describe(reply, errorClass);
  throw new ProviderError(errorClass, message, {
    status: reply.status,
    vendorCode,
    response: quoted(),
    rate: reply.status === 429 ? call.limits : undefined,
    retryAfterSeconds:
      retryAfterSeconds(reply.headers.get("retry-after")) ?? call.retryAfter?.(reply) ?? resetSeconds(reply, allowance),
  });
}

/** A vendor that refuses what is too much says by its limits when it takes more, where it has no Retry-After. */
const resetSeconds = ({ status }: HttpReply, { remaining = 0, resetMs }: Allowance = {}): number | undefined =>
  status === 429 && remaining === 0 && resetMs !== undefined ? resetMs / 1_000 : undefined;

interface OutgoingRequest {
  describe: Describe;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  signal: AbortSignal;
  maxAnswerBytes: number | undefined;
  allowsSelfSigned: boolean;
  /** Milliseconds. */
  limit: number;
}

async function answerTo(
  settings: ClientSettings,
  url: URL,
  { describe, limit, maxAnswerBytes, allowsSelfSigned, ...outgoing }: OutgoingRequest,
): Promise<HttpReply> {
  const isVendorHost = settings.vendorHosts.some((pattern) => matchesHost(url.hostname, pattern));
  const dispatcher = await untilAborted(
    outgoing.signal,
    settings.agents.dispatcherFor(url, { isVendorHost, allowsSelfSigned }),
  );
  const { statusCode, headers, body } = await send(url, {
    dispatcher,
    ...outgoing,
    // The signal ends the request: the agents' own limits must not do so before.
    headersTimeout: limit,
    bodyTimeout: limit,
  });
  return readReply(statusCode, headers, body, { describe, maxBytes: maxAnswerBytes });
}

/** `*.vendor.com` stands for every name below vendor.com, and not for vendor.com itself. */
function matchesHost(host: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Returns a signal that fires when the time is over or the caller gives up. `end` lets go of timer and caller. */
function timeLimit(milliseconds: number, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException("The request took too long", "TimeoutError")),
    milliseconds,
  );
  const forward = () => controller.abort(caller?.reason);
  if (caller) {
    setMaxListeners(0, caller);
    caller.addEventListener("abort", forward, { once: true });
  }
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", forward);
    },
  };
}

function authorizations(headers: Headers): string[] {
  const value = headers.get("authorization");
  return value === null ? [] : [value, value.slice(value.indexOf(" ") + 1)];
}
