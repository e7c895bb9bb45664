import { LONGEST_RETRY_AFTER_SECONDS, momentOf } from "#contract/constants/values/retry-after.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";

// Reads the headers by which a vendor says how many more requests it allows: those of the IETF's draft httpapi-ratelimit-headers, in the
// form since its eighth version (`RateLimit: "default";r=50;t=30`), that of the seventh (`limit=100, remaining=50, reset=30`), that of
// the ones before (`RateLimit-Remaining: 50`), and what vendors made of them.

/** The requests that a vendor allows until its window ends. Where it counts by several windows: that of which least is left. */
export interface Allowance {
  /** Requests that it still takes. */
  remaining?: number;
  /** Milliseconds until it takes as many as `limit` again. */
  resetMs?: number;
  /** Requests in a window. */
  limit?: number;
  windowMs?: number;
}

/** `x-sib-ratelimit` is Brevo's. */
const PREFIXES = ["ratelimit", "x-ratelimit", "x-rate-limit", "x-sib-ratelimit"];
/** As gateways name limits by the window: `X-RateLimit-Remaining-Minute`. */
const WINDOWS = { second: 1_000, minute: 60_000, hour: HOUR, day: DAY };

/** More are a moment since 1970 instead of a wait: in seconds, and in milliseconds. */
const LONGEST_RESET_SECONDS = 1_000_000_000;
const LEAST_EPOCH_MILLISECONDS = 100_000_000_000;

/** Returns what the headers of an answer say; undefined where they say nothing. `now`: milliseconds since 1970. */
export function readAllowance(headers: Headers, now = Date.now()): Allowance | undefined {
  const said = [...fromItems(headers, now), ...PREFIXES.flatMap((prefix) => fromFields(headers, prefix, now))];
  const [first, ...others] = said.filter((one) => Object.keys(one).length > 0);
  return first && others.reduce((least, one) => (isLess(one, least) ? one : least), first);
}

function isLess(one: Allowance, other: Allowance): boolean {
  const [a, b] = [one.remaining ?? Number.POSITIVE_INFINITY, other.remaining ?? Number.POSITIVE_INFINITY];
  return a === b ? (one.resetMs ?? 0) > (other.resetMs ?? 0) : a < b;
}

/** An item of a list: its name or value, and its parameters. */
interface Item {
  value: string;
  parameters: ReadonlyMap<string, string>;
}

/** `RateLimit`, with the limits that `RateLimit-Policy` has by the same names. */
function fromItems(headers: Headers, now: number): Allowance[] {
  const items = itemsOf(headers.get("ratelimit"));
  const policies = itemsOf(headers.get("ratelimit-policy"));
  const older = new Map(items.map(({ value }) => [before(value, "="), after(value, "=")]));
  if (older.has("remaining")) {
    const policy = policies.find(({ value }) => value === older.get("limit")) ?? policies[0];
    return [
      allowance({
        remaining: older.get("remaining"),
        limit: older.get("limit"),
        reset: older.get("reset"),
        window: policy?.parameters.get("w"),
        now,
      }),
    ];
  }
  return items.map(({ value, parameters }) => {
    const policy = policies.find((one) => one.value === value)?.parameters;
    return allowance({
      remaining: parameters.get("r"),
      limit: policy?.get("q"),
      reset: parameters.get("t"),
      window: policy?.get("w"),
      now,
    });
  });
}

/** `RateLimit-Limit`, `-Remaining` and `-Reset`, each with a value for each window where there are several. */
function fromFields(headers: Headers, prefix: string, now: number): Allowance[] {
  const field = (name: string) => itemsOf(headers.get(`${prefix}-${name}`));
  const limits = field("limit");
  const remaining = field("remaining");
  const resets = field("reset-after").length > 0 ? field("reset-after") : dateOrItems(headers.get(`${prefix}-reset`));
  const policies = [...limits, ...field("policy")];
  const count = remaining.length > 0 ? remaining.length : Math.min(limits.length, 1);
  const byPosition = Array.from({ length: Math.max(count, resets.length > 0 ? 1 : 0) }, (_, index) => {
    const limit = (limits[index] ?? limits[0])?.value;
    const policy = policies.find((one) => one.value === limit && windowOf(one) !== undefined);
    return allowance({
      remaining: remaining[index]?.value,
      limit,
      reset: (resets[index] ?? resets[0])?.value,
      window: (policy && windowOf(policy)) ?? field("window")[0]?.value,
      now,
    });
  });
  const byName = Object.entries(WINDOWS).map(([name, windowMs]) => {
    const [left] = field(`remaining-${name}`);
    const said = allowance({ remaining: left?.value, limit: field(`limit-${name}`)[0]?.value, now });
    return Object.keys(said).length === 0 ? said : { ...said, windowMs };
  });
  return [...byPosition, ...byName];
}

const windowOf = ({ parameters }: Item): string | undefined => parameters.get("w") ?? parameters.get("window");

interface Texts {
  remaining?: string | undefined;
  limit?: string | undefined;
  reset?: string | undefined;
  window?: string | undefined;
  now: number;
}

function allowance({ remaining, limit, reset, window, now }: Texts): Allowance {
  const said: Allowance = {
    ...named("remaining", Math.floor(numberOf(remaining))),
    ...named("limit", numberOf(limit) > 0 ? numberOf(limit) : Number.NaN),
    ...named("resetMs", millisecondsUntil(reset, now)),
  };
  // A window alone says nothing.
  return Object.keys(said).length === 0 ? said : { ...said, ...named("windowMs", windowMsOf(window)) };
}

const named = (name: keyof Allowance, value: number): Allowance => (Number.isFinite(value) ? { [name]: value } : {});

const numberOf = (text = ""): number => (/^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN);

const windowMsOf = (text: string | undefined): number => (numberOf(text) > 0 ? numberOf(text) * 1_000 : Number.NaN);

/** A reset is seconds from now, a moment in seconds or milliseconds since 1970, or a date. */
function millisecondsUntil(text = "", now: number): number {
  const value = numberOf(text);
  const moment = value >= LEAST_EPOCH_MILLISECONDS ? value : value >= LONGEST_RESET_SECONDS ? value * 1_000 : undefined;
  const until = Number.isNaN(value)
    ? (momentOf(text) ?? Number.NaN) - now
    : moment === undefined
      ? value * 1_000
      : moment - now;
  return Math.min(Math.max(Math.ceil(until), 0), LONGEST_RETRY_AFTER_SECONDS * 1_000);
}

/** An HTTP date has a comma of its own. */
const dateOrItems = (header: string | null): Item[] =>
  header !== null && momentOf(header) !== undefined ? [{ value: header, parameters: new Map() }] : itemsOf(header);

function itemsOf(header: string | null): Item[] {
  const items = header?.match(/(?:"[^"]*"|[^",])+/g) ?? [];
  return items.flatMap((item) => {
    const [value = "", ...rest] = item.split(";").map((part) => part.trim());
    if (value === "") return [];
    return [{ value, parameters: new Map(rest.map((part) => [before(part, "="), after(part, "=")])) }];
  });
}

const before = (text: string, mark: string): string => text.split(mark, 1)[0]?.trim().toLowerCase() ?? "";
const after = (text: string, mark: string): string => text.slice(text.indexOf(mark) + 1).trim();
