import type { GivenContexts } from "#contract/schemas/contexts.ts";

/** Keys of contexts, each `type:id`, sorted and distinct; null for none. Two that have the same contexts are equal as lists. */
export type ContextKeys = readonly string[] | null;

/** A context as a trigger or a session names it; its data counts where no such context is stored yet. */
export interface NamedContext {
  type: string;
  id: string;
  data?: Record<string, unknown> | undefined;
}

/** The contexts of a call, sorted by their keys; empty for none. */
export function namedContexts(given: GivenContexts | null | undefined): NamedContext[] {
  const named = Object.entries(given ?? {}).map(([type, context]): NamedContext => {
    if (typeof context === "string") return { type, id: context };
    return { type, id: context.id, ...(context.data && { data: context.data }) };
  });
  return named.sort((a, b) => (contextKey(a) < contextKey(b) ? -1 : 1));
}

export const contextKey = ({ type, id }: Pick<NamedContext, "type" | "id">): string => `${type}:${id}`;

export const keysOf = (contexts: readonly NamedContext[]): ContextKeys =>
  contexts.length === 0 ? null : contexts.map(contextKey);

/** The contexts that a filter asks for, of which an empty text is none; `any` where it does not ask. */
export function askedContextKeys(keys: readonly string[] | undefined): ContextKeys | "any" {
  if (keys === undefined) return "any";
  const distinct = [...new Set(keys.filter((key) => key !== ""))].sort();
  return distinct.length === 0 ? null : distinct;
}

export const isSameContext = (a: ContextKeys, b: ContextKeys): boolean => JSON.stringify(a) === JSON.stringify(b);

export const distinctContexts = (all: readonly ContextKeys[]): ContextKeys[] =>
  all.filter((keys, index) => all.findIndex((other) => isSameContext(other, keys)) === index);

/** A context as templates and conditions read it: `context.tenant.data.name`. */
export interface ContextView {
  id: string;
  data: Readonly<Record<string, unknown>>;
}

/** The contexts of an event, by their types; null for none. What is not stored, yet or any more, has the data that it came with. */
export function contextViews(
  contexts: readonly NamedContext[],
  stored: Readonly<Record<string, ContextView["data"]>> | null,
): Readonly<Record<string, ContextView>> | null {
  if (contexts.length === 0) return null;
  return Object.fromEntries(
    contexts.map((named) => [named.type, { id: named.id, data: stored?.[contextKey(named)] ?? named.data ?? {} }]),
  );
}
