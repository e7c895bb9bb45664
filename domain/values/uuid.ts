import { UUID_PATTERN } from "#contract/constants/values/patterns.ts";

/** Whether a text can be one of Belfry's ids. What cannot is unknown, and never reaches a query. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}
