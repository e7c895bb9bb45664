import { LRUCache } from "lru-cache";
import pLimit, { type LimitFunction } from "p-limit";
import { webAddressOf } from "#contract/constants/values/web-address.ts";
import type { HostResult } from "../run/host-results.ts";

/** Calls under way at once to one host for one environment. */
const SLOTS = 20;
/** Calls in a row without any answer after which a host is not called for a while; each call counts as failed meanwhile. */
export const SILENT_CALLS = 20;
export const HOST_PAUSE_MS = 5_000;
/** Hosts that are remembered; one that is dropped while it is called gets a few slots more. */
const HOSTS = 1_000;
/** Answers are kept for a run that is taken again before it has stored what it decided. */
const HOST_KEPT_MS = 60_000;
const KEPT_CHARACTERS = 20_000_000;
/** When to try again where no slot was free, in milliseconds. */
const SOONEST_MS = 250;
const LATEST_MS = 30_000;

/** A question to a server at an address that a customer chose. */
export interface HostCall {
  /** Names the question: asked again within a minute, it gets the answer that it got. */
  key: string;
  environmentId: string;
  host: string;
  /** The call is not begun after this moment of `performance.now()`. */
  beginBy: number;
  waits: boolean;
}

/** The result of one call. `size` is the length of the answer in characters; `isSilent`: there was none at all. */
type Called<Answer, Failure> = { answer: Answer; size: number } | { failed: Failure; isSilent: boolean };

/**
 * Calls servers at addresses that customers choose. The slots are counted for each host of an environment, so that a slow
 * one delays only the runs that ask it.
 */
export interface CustomerHosts<Answer, Failure> {
  ask(call: HostCall, work: () => Promise<Called<Answer, Failure>>): Promise<HostResult<Answer, Failure>>;
}

export interface CustomerHostsOptions<Failure> {
  slots?: number | undefined;
  /** The failure of a call to a host that is left alone for a while. */
  paused(host: string): Failure;
}

interface Host {
  limit: LimitFunction;
  /** Calls in a row without any answer, and the moment at which the pause after too many ends. */
  silent: number;
  pausedUntil: number;
  usualMs: number;
  /** Moment up to which slots are expected to be taken by those that could not wait. */
  bookedUntil: number;
}

export function createCustomerHosts<Answer, Failure>({
  slots = SLOTS,
  paused,
}: CustomerHostsOptions<Failure>): CustomerHosts<Answer, Failure> {
  const hosts = new LRUCache<string, Host>({ max: HOSTS });
  const kept = new LRUCache<string, { answer: Answer; size: number }>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ size }) => size + 100,
    ttl: HOST_KEPT_MS,
  });

  function hostFor(key: string): Host {
    const known = hosts.get(key);
    if (known) return known;
    const host = { limit: pLimit(slots), silent: 0, pausedUntil: 0, usualMs: SOONEST_MS, bookedUntil: 0 };
    hosts.set(key, host);
    return host;
  }

  async function callOnce(
    host: Host,
    { key, host: name }: HostCall,
    work: () => Promise<Called<Answer, Failure>>,
  ): Promise<HostResult<Answer, Failure>> {
    const began = performance.now();
    if (began < host.pausedUntil) return { failed: paused(name) };
    try {
      const called = await work();
      if ("answer" in called) {
        host.silent = 0;
        kept.set(key, called);
        return { answer: called.answer };
      }
      host.silent = called.isSilent ? host.silent + 1 : 0;
      if (host.silent >= SILENT_CALLS) {
        host.silent = 0;
        host.pausedUntil = performance.now() + HOST_PAUSE_MS;
      }
      return { failed: called.failed };
    } finally {
      host.usualMs += (performance.now() - began - host.usualMs) / 8;
    }
  }

  return {
    async ask(call, work) {
      const known = kept.get(call.key);
      if (known) return { answer: known.answer };
      const host = hostFor(`${call.environmentId} ${call.host}`);
      const result = await inSlot(host.limit, call, () => callOnce(host, call, work));
      if (result !== undefined) return result;
      const now = performance.now();
      host.bookedUntil = Math.max(host.bookedUntil, now) + host.usualMs / slots;
      return { retryInMs: Math.min(Math.max(host.bookedUntil - now, SOONEST_MS), LATEST_MS) };
    },
  };
}

/** Host and port of an address that can be called; undefined for any other. */
export function hostOf(url: string): string | undefined {
  return webAddressOf(url)?.host;
}

/** Does the work when a slot is free; undefined when none was, and the work was not begun. */
async function inSlot<T>(
  limit: LimitFunction,
  { beginBy, waits }: Pick<HostCall, "beginBy" | "waits">,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const isFull = limit.activeCount + limit.pendingCount >= limit.concurrency;
  if (beginBy <= performance.now() || (isFull && !waits)) return undefined;
  const begun = await beginInSlot(limit, beginBy, work);
  return begun?.done;
}

/**
 * Begins the work when a slot is free, and settles then; with undefined when none was by `beginBy`, a moment of
 * `performance.now()`, and the work is not begun.
 */
export function beginInSlot<T>(
  limit: LimitFunction,
  beginBy: number,
  work: () => Promise<T>,
): Promise<{ done: Promise<T> } | undefined> {
  return new Promise((resolve) => {
    let isGivenUp = false;
    const giveUp = () => {
      isGivenUp = true;
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, Math.max(beginBy - performance.now(), 0));
    void limit(async () => {
      if (isGivenUp) return;
      clearTimeout(timer);
      const done = work();
      resolve({ done });
      // Whoever began the work learns of its failure.
      await done.catch(() => {});
    });
  });
}
