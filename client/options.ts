import type { HttpSettings } from "./http.ts";
import type { RetryConfig } from "./retry.ts";

/** A value, or a function that is asked for it at each call. */
type Asked = string | (() => string | undefined);

interface CommonOptions {
  /**
   * Address of the server, with its context path if it has one, with or without `/v1`: `https://belfry.example.com`. By default that of
   * the environment variable BELFRY_API_URL, or else `http://localhost:3000`.
   */
  apiUrl?: string | undefined;
  /** The same under another name. */
  backendUrl?: string | undefined;
  /** Milliseconds that a call may take, with its repetitions and the pauses before them; 60,000 by default. */
  timeoutMs?: number | undefined;
  /** When a call is repeated after a failure; never by default. */
  retryConfig?: RetryConfig | undefined;
  /** Used instead of the platform's `fetch`, for a proxy or in tests. */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Reads the JSON of answers in place of JSON.parse, which rounds integers beyond 2^53. The server answers those of payloads and data with
   * all their digits, as it was sent them; a BigInt is sent as a number. May return a promise.
   */
  parse?: ((json: string) => unknown) | undefined;
}

interface KeyOptions extends CommonOptions {
  /** Secret key of an environment, which it decides; by default that of the environment variable BELFRY_SECRET_KEY. */
  secretKey?: string | undefined;
  token?: never;
  environmentId?: never;
}

interface TokenOptions extends CommonOptions {
  secretKey?: never;
  /** Token of a member, or of a subscriber's inbox session; without one a call is made by nobody, which public operations allow. */
  token: Asked;
  /** The environment that a member's calls are about. */
  environmentId?: Asked | undefined;
}

export type BelfryOptions = KeyOptions | TokenOptions;

/** Options beside a key that is given by itself. */
export type KeyedOptions = Omit<KeyOptions, "secretKey">;

/** Takes the arguments of the client's constructor. Throws for what cannot work, with the name of the option and of the variable. */
export function settingsOf(first: string | BelfryOptions | undefined, second: KeyedOptions | undefined): HttpSettings {
  const options: BelfryOptions = typeof first === "string" ? { ...second, secretKey: first } : { ...first };
  const { timeoutMs = 60_000, retryConfig = {}, parse = JSON.parse, fetch } = options;
  if (!(timeoutMs > 0)) throw new TypeError("timeoutMs must be a number of milliseconds above 0");
  for (const name of ["retryMax", "waitMin", "waitMax", "initialDelay"] as const)
    if (!((retryConfig[name] ?? 0) >= 0)) throw new TypeError(`retryConfig.${name} must be a number from 0`);
  return {
    ...credentialsOf(options),
    apiUrl: addressOf(options.apiUrl ?? options.backendUrl ?? variable("BELFRY_API_URL") ?? "http://localhost:3000"),
    timeoutMs,
    retryConfig,
    parse: (json) => parse(json),
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}

function credentialsOf({ secretKey, token, environmentId }: BelfryOptions) {
  if (token !== undefined) {
    return {
      authorization: () => {
        const current = asked(token);
        return current === undefined ? undefined : `Bearer ${current}`;
      },
      environmentId: () => asked(environmentId),
    };
  }
  const key = secretKey || variable("BELFRY_SECRET_KEY");
  if (!key)
    throw new Error(
      "The secret key is missing: pass secretKey to the constructor, or set the environment variable BELFRY_SECRET_KEY",
    );
  // Anything else cannot stand in a header, and each call would fail with an error that does not name the cause.
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError(
      "secretKey is not a key: pass the secret key of an environment, or set BELFRY_SECRET_KEY to it",
    );
  return { authorization: () => `ApiKey ${key}`, environmentId: () => undefined };
}

const asked = (value: Asked | undefined) => (typeof value === "function" ? value() : value);

/** An environment variable, or a global one of that name, as workers at the edge have them; undefined for an empty one. */
function variable(name: string): string | undefined {
  const globals: { process?: { env?: Record<string, unknown> }; [global: string]: unknown } = globalThis;
  const value = globals.process?.env?.[name] ?? globals[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Takes the address with and without a slash or `/v1` at its end. */
function addressOf(apiUrl: string): string {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`apiUrl is not an http or https address, such as https://belfry.example.com: ${apiUrl}`);
  let address = `${url.origin}${url.pathname}`;
  // Not `/\/+$/`, whose time is quadratic.
  while (address.endsWith("/")) address = address.slice(0, -1);
  return address.replace(/\/v1$/, "");
}
