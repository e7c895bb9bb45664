import { LRUCache } from "lru-cache";
import pLimit, { type LimitFunction } from "p-limit";
import { z } from "zod";
import { webhookCondition } from "#engine/policies.ts";
import type { Http } from "#providers/http.ts";
import { ProviderError } from "#providers/provider-error.ts";

/** Calls under way at once to one host for one environment. */
const SLOTS = 20;
/** Calls in a row without any answer after which a host is not called for a while; each call counts as failed meanwhile. */
const SILENT_CALLS = 20;
const PAUSE_MS = 5_000;
/** Hosts that are remembered; one that is dropped while it is called gets a few slots more. */
const HOSTS = 1_000;
/** Longest answer that is used, in characters: those of a whole slice are in memory together. */
const ANSWER_MAX = 64_000;
/** Answers are kept for a run that is taken again before it has stored what it decided. */
const KEPT_MS = 60_000;
const KEPT_CHARACTERS = 20_000_000;
/** When to try again where no slot was free, in milliseconds. */
const SOONEST_MS = 250;
const LATEST_MS = 30_000;

/** The result of asking a condition's webhook: its JSON answer, why there is none, or when a slot should be free. */
export type WebhookResult = { answer: unknown } | { failed: string } | { retryInMs: number };

export interface WebhookCall {
  /** Names the question: asked again within a minute, it gets the answer that it got. */
  key: string;
  environmentId: string;
  url: string;
  /** Sent as JSON. */
  body: object;
  /** Value of the header `nv-hmac-256`. */
  signature: string;
  /** The call is not begun after this moment of `performance.now()`. */
  beginBy: number;
  /** Whether it waits for a slot until then. */
  waits: boolean;
}

/**
 * Asks the webhooks of conditions, at addresses that customers choose. The slots are counted for each host of an
 * environment, so that a slow one delays only the runs that ask it.
 */
export interface ConditionWebhooks {
  ask(call: WebhookCall): Promise<WebhookResult>;
}

export interface ConditionWebhooksOptions {
  http: Http;
  slots?: number;
  timeoutMs?: number;
}

interface Host {
  limit: LimitFunction;
  /** Calls in a row without any answer, and the moment at which the pause after too many ends. */
  silent: number;
  pausedUntil: number;
  /** Smoothed duration of a call. */
  usualMs: number;
  /** Moment up to which slots are expected to be taken by those that could not wait. */
  bookedUntil: number;
}

export function createConditionWebhooks(options: ConditionWebhooksOptions): ConditionWebhooks {
  const { http, slots = SLOTS, timeoutMs = webhookCondition.timeout } = options;
  const hosts = new LRUCache<string, Host>({ max: HOSTS });
  const kept = new LRUCache<string, { answer: unknown; size: number }>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ size }) => size,
    ttl: KEPT_MS,
  });

  function hostFor(key: string): Host {
    const known = hosts.get(key);
    if (known) return known;
    const host = { limit: pLimit(slots), silent: 0, pausedUntil: 0, usualMs: SOONEST_MS, bookedUntil: 0 };
    hosts.set(key, host);
    return host;
  }

  async function post(host: Host, name: string, call: WebhookCall): Promise<WebhookResult> {
    const began = performance.now();
    if (began < host.pausedUntil) {
      return {
        failed: `${name} gave no answer ${SILENT_CALLS} times in a row and is not called for ${PAUSE_MS / 1_000} s`,
      };
    }
    try {
      const headers = { "nv-hmac-256": call.signature };
      const reply = await http.post(call.url, { json: call.body, headers, timeoutMs });
      host.silent = 0;
      const size = reply.text.length;
      if (size > ANSWER_MAX) return { failed: `POST ${name} answered more than ${ANSWER_MAX} characters` };
      const answer = reply.json(z.unknown());
      kept.set(call.key, { answer, size: size + 100 });
      return { answer };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      host.silent = error.class === "RETRY" && error.status === undefined ? host.silent + 1 : 0;
      if (host.silent >= SILENT_CALLS) {
        host.silent = 0;
        host.pausedUntil = performance.now() + PAUSE_MS;
      }
      return { failed: error.message };
    } finally {
      host.usualMs += (performance.now() - began - host.usualMs) / 8;
    }
  }

  return {
    async ask(call) {
      const known = kept.get(call.key);
      if (known) return { answer: known.answer };
      const name = hostOf(call.url);
      if (name === undefined) return { failed: "webhookUrl is not an http or https address: change the condition" };
      const host = hostFor(`${call.environmentId} ${name}`);
      const result = await inSlot(host.limit, call, () => post(host, name, call));
      if (result !== undefined) return result;
      const now = performance.now();
      host.bookedUntil = Math.max(host.bookedUntil, now) + host.usualMs / slots;
      return { retryInMs: Math.min(Math.max(host.bookedUntil - now, SOONEST_MS), LATEST_MS) };
    },
  };
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).host : undefined;
}

/** Does the work when a slot is free; undefined when none was, and the work was not begun. */
function inSlot<T>(
  limit: LimitFunction,
  { beginBy, waits }: Pick<WebhookCall, "beginBy" | "waits">,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const wait = beginBy - performance.now();
  const isFull = limit.activeCount + limit.pendingCount >= limit.concurrency;
  if (wait <= 0 || (isFull && !waits)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, wait);
    limit(async () => {
      if (isGivenUp) return;
      clearTimeout(timer);
      resolve(await work());
    }).catch(reject);
  });
}
