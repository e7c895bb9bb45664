import { Events } from "./events.ts";
import { createHttp, type HttpSettings } from "./http.ts";
import { Resources } from "./resources.gen.ts";

export { BelfryError } from "./errors.ts";
export type { Recipient, Trigger, WaitOptions } from "./events.ts";
export type { CallOptions, UploadedContent } from "./http.ts";
export type { List } from "./list.ts";
export type { Answer, Body, Query } from "./types.ts";

/** A value, or a function that is asked for it at each call. */
type Asked = string | (() => string | undefined);

interface CommonOptions {
  /** Address of the server, with its context path if it has one: `https://belfry.example.com`. */
  baseUrl: string;
  /** Milliseconds that one attempt of a call may take; 30,000 by default. */
  timeoutMs?: number;
  /** How often a call is repeated at most after failures that may pass; 3 by default, 0 for never. */
  maxRetries?: number;
  /** Used instead of the platform's `fetch`, for a proxy or in tests. */
  fetch?: typeof globalThis.fetch;
}

interface KeyOptions extends CommonOptions {
  /** Secret key of an environment, from the dashboard. It decides which environment the client works in. */
  apiKey: string;
  token?: never;
  environmentId?: never;
}

interface TokenOptions extends CommonOptions {
  apiKey?: never;
  /** Token of a member, or of a subscriber's inbox session; without one a call is made by nobody, which public operations allow. */
  token: Asked;
  /** The environment that a member's calls are about. */
  environmentId?: Asked;
}

export type BelfryOptions = KeyOptions | TokenOptions;

/**
 * The client of Belfry's API. With an API key, keep it on servers: whoever has the key can send to all subscribers.
 *
 * Methods return what the API has under `data`, lists with their paging fields; a list can be iterated by `for await` as well, over
 * all its pages. They reject with a {@link BelfryError}, and throw a `TypeError` at once for an id that cannot be one.
 */
export class Belfry extends Resources {
  override readonly events: Events;

  constructor(options: BelfryOptions) {
    const http = createHttp(settingsOf(options));
    super(http);
    this.events = new Events(http);
  }
}

function settingsOf(options: BelfryOptions): HttpSettings {
  const { baseUrl, timeoutMs = 30_000, maxRetries = 3, fetch } = options;
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be a number of milliseconds above 0");
  if (!(maxRetries >= 0)) throw new TypeError("maxRetries must be a number from 0");
  return {
    ...credentialsOf(options),
    baseUrl: addressOf(baseUrl),
    timeoutMs,
    maxRetries,
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

function credentialsOf({ apiKey, token, environmentId }: BelfryOptions) {
  if (token !== undefined) {
    return {
      authorization: () => {
        const current = asked(token);
        return current === undefined ? undefined : `Bearer ${current}`;
      },
      environmentId: () => asked(environmentId),
    };
  }
  // Anything else cannot stand in a header, and each call would fail with an error that does not name the cause.
  if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError("apiKey is missing or is not a key: pass the secret key of an environment");
  return { authorization: () => `ApiKey ${apiKey}`, environmentId: () => undefined };
}

const asked = (value: Asked | undefined) => (typeof value === "function" ? value() : value);

/** Takes the address with and without a slash or `/v1` at its end. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl is not an http or https address, such as https://belfry.example.com: ${baseUrl}`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "").replace(/\/v1$/, "");
}
