/**
 * Parts that a caller adds to the request of a provider's adapter, verbatim: `_passthrough` of its overrides. Adapters merge them over
 * what they made themselves (providers-email-push.md 1.3, providers-sms-chat.md 1.2).
 */
export interface Passthrough {
  body?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
}

/** Headers that belong to the connection, and not to the message. */
const OF_CONNECTION: readonly string[] = [
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
];
const UNSAFE: readonly string[] = ["__proto__", "constructor", "prototype"];
/** Objects in each other, beyond which what is passed through takes the place of what is there. */
const DEEPEST = 50;

/** A request of an adapter with what was passed through merged over it: objects key by key, and lists one after the other. */
export function withPassthrough<Body extends object>(
  request: { json: Body; headers?: Readonly<Record<string, string>>; query?: Readonly<Record<string, string>> },
  { body = {}, headers = {}, query = {} }: Passthrough = {},
): { json: Body; headers: Record<string, string>; query: Record<string, string> } {
  const added = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name.toLowerCase()));
  const isReplaced = (name: string) => added.some(([other]) => other.toLowerCase() === name.toLowerCase());
  const own = Object.entries(request.headers ?? {}).filter(([name]) => !isReplaced(name));
  return {
    json: merged(request.json, body),
    headers: Object.fromEntries([...own, ...added]),
    query: { ...request.query, ...query },
  };
}

/** The first object with the second one over it. It has all that the first one has, so that it is of its type. */
const merged = <T extends object>(base: T, over: object): T => mergeInto(base, over, 0) as T;

function mergeInto(base: unknown, over: unknown, depth: number): unknown {
  if (Array.isArray(base) && Array.isArray(over)) return [...base, ...over];
  if (!isPlain(base) || !isPlain(over) || depth >= DEEPEST) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (UNSAFE.includes(key)) continue;
    result[key] = key in result ? mergeInto(result[key], value, depth + 1) : value;
  }
  return result;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
