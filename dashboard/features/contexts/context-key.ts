import type { StoredContext } from "#contract/v2/contexts.ts";

/** Returns how lists and filters name a context: `tenant:acme`. */
export const contextKey = ({ type, id }: Pick<StoredContext, "type" | "id">): string => `${type}:${id}`;
