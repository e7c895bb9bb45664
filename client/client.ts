import { createHttp, type HttpSettings } from "./http.ts";
import { Events } from "./resources/events.ts";
import { Messages } from "./resources/messages.ts";
import { Subscribers } from "./resources/subscribers.ts";
import { Topics } from "./resources/topics.ts";

export { BelfryError } from "./errors.ts";

export interface BelfryOptions {
  /** Secret key of an environment, from the dashboard. It decides which environment the client works in. */
  apiKey: string;
  /** Address of the server, with its context path if it has one: `https://belfry.example.com`. */
  baseUrl: string;
  /** Milliseconds that one attempt of a call may take; 30,000 by default. */
  timeoutMs?: number;
  /** How often a call is repeated at most after failures that may pass; 3 by default, 0 for never. */
  maxRetries?: number;
  /** Used instead of the platform's `fetch`, for a proxy or in tests. */
  fetch?: typeof globalThis.fetch;
}

/**
 * The server client of Belfry's API. Keep it on servers: whoever has its key can send to all subscribers.
 *
 * Methods return what the API has under `data`, lists with their paging fields. They reject with a {@link BelfryError}, and
 * throw a `TypeError` at once for an id that cannot be one.
 */
export class Belfry {
  readonly events: Events;
  readonly subscribers: Subscribers;
  readonly topics: Topics;
  readonly messages: Messages;

  constructor(options: BelfryOptions) {
    const http = createHttp(settingsOf(options));
    this.events = new Events(http);
    this.subscribers = new Subscribers(http);
    this.topics = new Topics(http);
    this.messages = new Messages(http);
  }
}

function settingsOf({ apiKey, baseUrl, timeoutMs = 30_000, maxRetries = 3, fetch }: BelfryOptions): HttpSettings {
  // Anything else cannot stand in a header, and each call would fail with an error that does not name the cause.
  if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError("apiKey is missing or is not a key: pass the secret key of an environment");
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be a number of milliseconds above 0");
  if (!(maxRetries >= 0)) throw new TypeError("maxRetries must be a number from 0");
  return {
    apiKey,
    baseUrl: addressOf(baseUrl),
    timeoutMs,
    maxRetries,
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

/** Takes the address with and without a slash or `/v1` at its end. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl is not an http or https address, such as https://belfry.example.com: ${baseUrl}`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/v1$/, "");
}
