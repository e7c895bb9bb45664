import { useState } from "react";
import type { TextFilter } from "./text-states.ts";

/**
 * The keys that a filter has found since it was set: one whose text was written meanwhile stays where it was, with the focus in it, until the
 * filter changes.
 */
export function useHeldKeys(found: readonly string[], { query, show, locale }: TextFilter): readonly string[] {
  const name = JSON.stringify([query, show, locale]);
  const [held, setHeld] = useState<{ name: string; keys: ReadonlySet<string> }>({ name, keys: new Set(found) });
  const kept = held.name === name ? held.keys : new Set<string>();
  const isCovered = held.name === name && found.every((key) => kept.has(key));
  if (!isCovered) setHeld({ name, keys: new Set([...kept, ...found]) });
  const isHeld = isCovered && kept.size > found.length && show !== undefined && show !== "unused";
  return isHeld ? [...kept].sort() : found;
}
