import { z } from "zod";
import type { HttpRequest } from "./http-request.ts";

/**
 * Additions of a workflow's code to the request that an adapter makes, as they are: providers-email-push.md 1.3. They are
 * merged deeply, lists are joined, and they win over what the adapter says.
 */
export const Passthrough = z.object({
  body: z.record(z.string(), z.unknown()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
});
export type Passthrough = z.infer<typeof Passthrough>;

/** The request with the additions. A body that is neither JSON nor a form stays as it is. */
export function withPassthrough(request: HttpRequest, { body, headers, query }: Passthrough): HttpRequest {
  const { json, form } = request;
  return {
    ...request,
    headers: { ...request.headers, ...headers },
    query: { ...request.query, ...query },
    ...(body && isObject(json) && { json: merge(json, body) }),
    ...(body && form && { form: { ...form, ...formFields(body) } }),
  };
}

/** Names that mean something to JavaScript itself. */
const UNSAFE: readonly string[] = ["__proto__", "constructor", "prototype"];

function merge(own: Record<string, unknown>, added: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...own };
  for (const [key, value] of Object.entries(added)) {
    if (UNSAFE.includes(key)) continue;
    const before = Object.hasOwn(own, key) ? own[key] : undefined;
    if (isObject(before) && isObject(value)) merged[key] = merge(before, value);
    else merged[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return merged;
}

/** A form holds texts. */
const formFields = (body: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => !UNSAFE.includes(key))
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
