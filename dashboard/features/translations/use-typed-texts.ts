import { useState } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import { useKeptInput } from "#dashboard/kept-input.ts";

/** The texts that are typed in the cells of a grid and not saved, by `cellName`. */
export type TypedTexts = StoreApi<Readonly<Record<string, string | undefined>>>;

interface KeptTexts {
  texts: ReturnType<TypedTexts["getState"]>;
  newKeys: readonly string[];
}

/**
 * Holds what is typed in the grid of a group and saved nowhere yet: texts of cells, also of those that another page or a search hides, and
 * new keys, which are stored with their first text. `storedKeys` returns the keys that have one.
 */
export function useTypedTexts(storedKeys: () => ReadonlySet<string>) {
  // In a store, so that a letter renders its cell and not the grid.
  const [texts] = useState<TypedTexts>(() => createStore(() => ({})));
  const [newKeys, setNewKeys] = useState<readonly string[]>([]);
  const isTyped = useStore(texts, hasText);
  useKeptInput<KeptTexts>("texts", {
    typed: () => {
      const stored = storedKeys();
      const unstored = newKeys.filter((key) => !stored.has(key));
      return isTyped || unstored.length > 0 ? { texts: texts.getState(), newKeys: unstored } : undefined;
    },
    onReturn: (kept) => {
      texts.setState(kept.texts);
      setNewKeys(kept.newKeys);
    },
  });
  return { texts, isTyped, newKeys, addKey: (key: string) => setNewKeys((before) => [key, ...before]) };
}

const hasText = (texts: ReturnType<TypedTexts["getState"]>) => Object.values(texts).some((text) => text !== undefined);
