import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import pLimit, { type LimitFunction } from "p-limit";
import { STEP_RESULT_MAX } from "#contract/constants/limits.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { DOCUMENT_DEPTH_MAX, isNestedDeeper } from "#contract/constants/values/json-depth.ts";
import type { HttpResult } from "#domain/values/http-result.ts";
import type { Http } from "#providers/http/http.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { OutgoingRequest } from "../run/render-request.ts";
import { beginInSlot, hostOf } from "./customer-hosts.ts";

/** Requests under way at once to one host for one environment. */
const SLOTS = 20;
/** Hosts that are remembered; one that is dropped while it is called gets a few slots more. */
const HOSTS = 1_000;
/** When to ask for a slot again, in milliseconds. */
const NEXT_SLOT_MS = 500;
const CONNECTIONS_CLOSE_MS = 5_000;

/** A result, and whether the same request may be answered better later. */
export interface SentRequest {
  result: HttpResult;
  mayRetry: boolean;
  /** As the receiver asks by `Retry-After`. */
  retryAfterMs?: number | undefined;
}

/** Sends the requests of HTTP steps, to addresses that customers choose, in slots for each host of an environment. */
export interface HttpRequests {
  /**
   * Begins the work when a slot of the host is free, and settles then; or with when to ask again, when none was by `beginBy`, a
   * moment of `performance.now()`.
   */
  inSlot<T>(
    host: { environmentId: string; url: string },
    beginBy: number,
    work: () => Promise<T>,
  ): Promise<{ done: Promise<T> } | { retryInMs: number }>;
  /** Rejects never: what fails is a result. */
  send(request: OutgoingRequest): Promise<SentRequest>;
  /** Awaits requests under way for some seconds, with what follows from them. What takes longer counts as lost, and is sent again. */
  close(): Promise<void>;
}

export function createHttpRequests({ http, slots = SLOTS }: { http: Http; slots?: number }): HttpRequests {
  const hosts = new LRUCache<string, LimitFunction>({ max: HOSTS });
  const underWay = new Set<Promise<unknown>>();

  function noted<T>(work: Promise<T>): Promise<T> {
    const through = work.catch(() => {}).finally(() => underWay.delete(through));
    underWay.add(through);
    return work;
  }

  return {
    async inSlot(host, beginBy, work) {
      const key = `${host.environmentId} ${nameOf(host.url)}`;
      const limit = hosts.get(key) ?? pLimit(slots);
      hosts.set(key, limit);
      return (await beginInSlot(limit, beginBy, () => noted(work()))) ?? { retryInMs: NEXT_SLOT_MS };
    },

    async send({ method, url, headers, body, timeoutMs }) {
      const began = performance.now();
      const request = `${method} ${nameOf(url)}`;
      const after = () => Math.round(performance.now() - began);
      try {
        const { status, text, undecodable } = await http.request(method, url, {
          headers,
          timeoutMs,
          ...(body !== undefined && { body }),
        });
        const duration = after();
        const response = { status, body: bodyOf(text) };
        const problem = undecodable ?? unusable(text, response.body);
        if (problem === undefined) return { result: { request, duration, response }, mayRetry: false };
        const error = `${request} answered ${problem}`;
        return { result: { request, duration, response: { status, body: null }, error }, mayRetry: false };
      } catch (error) {
        if (!(error instanceof ProviderError)) {
          return { result: { request, duration: after(), error: `${request} failed unexpectedly` }, mayRetry: true };
        }
        const { status, response: text = "", message, retryAfterSeconds } = error;
        const body = bodyOf(text);
        const response = status === undefined ? {} : { response: { status, body: unusable(text, body) ? null : body } };
        return {
          result: { request, duration: after(), ...response, error: message },
          mayRetry: error.class === "RETRY",
          ...(retryAfterSeconds !== undefined && { retryAfterMs: retryAfterSeconds * 1_000 }),
        };
      }
    },

    async close() {
      await Promise.race([Promise.all(underWay), sleep(CONNECTIONS_CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

const nameOf = (url: string): string => hostOf(url) ?? "an invalid address";

function unusable(text: string, body: unknown): string | undefined {
  if (text.length > STEP_RESULT_MAX) return `more than ${STEP_RESULT_MAX} characters`;
  return isNestedDeeper(body) ? `JSON that is nested more than ${DOCUMENT_DEPTH_MAX} levels deep` : undefined;
}

function bodyOf(text: string): unknown {
  if (text === "") return null;
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}
