import { z } from "zod";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { HttpRequest } from "./http/http-request.ts";

/**
 * Parts that a caller, or a workflow's code, adds to the request that an adapter makes, as they are: `_passthrough` of
 * overrides. They are merged deeply, lists are joined, and they win over what the adapter says.
 */
export const Passthrough = z.object({
  body: z.record(z.string(), z.unknown()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
});
export type Passthrough = z.infer<typeof Passthrough>;

/** Headers that belong to the connection, and not to the message. */
const OF_CONNECTION: readonly string[] = [
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
];
/** Names that mean something to JavaScript itself. */
const UNSAFE: readonly string[] = ["__proto__", "constructor", "prototype"];
/** Objects in each other, beyond which what is passed through takes the place of what is there. */
const PASSTHROUGH_DEPTH = 50;

/** The request with the additions. A body that is neither JSON nor a form stays as it is. */
export function withPassthrough<R extends HttpRequest>(
  request: R,
  { body, headers = {}, query = {} }: Passthrough = {},
): R & { headers: Record<string, string>; query: Record<string, string> } {
  const { json, form } = request;
  const added = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name.toLowerCase()));
  return {
    ...request,
    headers: mergeHeaders(request.headers ?? {}, Object.fromEntries(added)),
    query: { ...request.query, ...query },
    ...(body && isJsonObject(json) && { json: merge(json, body, 0) }),
    ...(body && form && { form: { ...form, ...formFields(body) } }),
  };
}

/** Both additions as one; the second ones win. */
export function mergePassthroughs(wide: Passthrough = {}, narrow: Passthrough = {}): Passthrough {
  return {
    body: merge(wide.body ?? {}, narrow.body ?? {}, 0),
    headers: mergeHeaders(wide.headers ?? {}, narrow.headers ?? {}),
    query: { ...wide.query, ...narrow.query },
  };
}

/** Names of headers are the same in any case. */
function mergeHeaders(own: Record<string, string>, added: Record<string, string>): Record<string, string> {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const kept = Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...added };
}

function merge(own: Record<string, unknown>, added: Record<string, unknown>, depth: number): Record<string, unknown> {
  const merged = { ...own };
  for (const [key, value] of Object.entries(added)) {
    if (UNSAFE.includes(key)) continue;
    const before = Object.hasOwn(own, key) ? own[key] : undefined;
    if (isJsonObject(before) && isJsonObject(value) && depth < PASSTHROUGH_DEPTH)
      merged[key] = merge(before, value, depth + 1);
    else merged[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return merged;
}

/** A form holds texts; the vendors that take a structure in a field take it as JSON. */
const formFields = (body: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => !UNSAFE.includes(key))
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(textOf) : textOf(value)]),
  );

const textOf = (value: unknown): string => (isJsonObject(value) ? JSON.stringify(value) : String(value));
