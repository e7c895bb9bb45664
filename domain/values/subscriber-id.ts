import { SUBSCRIBER_ID_MAX } from "#contract/constants/limits.ts";

const SUBSCRIBER_ID_PATTERN = /^[A-Za-z0-9_-]+$/;

/**
 * The id as it is stored: without surrounding blanks.
 * Undefined when the value is not a text of at most 255 letters, digits, underscores and hyphens.
 */
export function parseSubscriberId(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const id = value.trim();
  return id.length <= SUBSCRIBER_ID_MAX && SUBSCRIBER_ID_PATTERN.test(id) ? id : undefined;
}
