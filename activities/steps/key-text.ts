import { createHash } from "node:crypto";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import { getPath } from "#domain/values/dotted-path.ts";

/** Longest value that is kept as it is; of a longer one only its hash is. */
const KEY_VALUE_MAX = 200;

/**
 * The text that tells the windows of one digest or throttle step apart: the payload's value at the step's key, as JSON. Events
 * without a key, and those in which it is missing or null, share one window, whose text is empty; false, 0 and objects are
 * keys of their own.
 */
export function keyText(key: string | undefined, payload: Readonly<Record<string, unknown>>): string {
  if (key === undefined || key === "") return "";
  const value = getPath(payload, key) ?? null;
  if (value === null) return "";
  return bounded(JSON.stringify(sorted(value)));
}

/**
 * The text that tells the windows of one digest step apart: that of its key, and the contexts of the event, so that no message has events of
 * two tenants.
 */
export function windowText(key: string | undefined, { payload, contextKeys }: KeyedEvent): string {
  const text = keyText(key, payload);
  if (contextKeys === null) return text;
  const contexts = bounded(contextKeys.join(", "));
  return text === "" ? contexts : `${text} · ${contexts}`;
}

type KeyedEvent = Pick<EventRow, "payload" | "contextKeys">;

const bounded = (text: string): string =>
  text.length <= KEY_VALUE_MAX ? text : `sha256:${createHash("sha256").update(text).digest("hex")}`;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}
