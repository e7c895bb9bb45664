import { useSyncExternalStore } from "react";

type ToWords = (expression: string) => string | undefined;

let toWords: ToWords | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads what puts cron expressions into words, once: it is long, and few workflows have one. */
export function loadCronWords(): Promise<void> {
  loading ??= import("./cron-description.ts").then(({ describeCron }) => {
    toWords = describeCron;
    for (const notify of listeners) notify();
  });
  // Without the words, the expression itself is shown.
  return loading.catch(() => {
    loading = undefined;
  });
}

/** Returns a cron expression in words, such as "at 09:00, only on Monday"; undefined for none, and until the words are loaded. */
export const cronWords: ToWords = (expression) => toWords?.(expression);

function subscribe(listener: () => void) {
  listeners.add(listener);
  void loadCronWords();
  return () => {
    listeners.delete(listener);
  };
}

const subscribeToNothing = () => () => undefined;

/** Renders again when the words are loaded, which begins now where the step has a cron expression. */
export function useCronWords(hasCron: boolean): void {
  useSyncExternalStore(hasCron ? subscribe : subscribeToNothing, () => toWords);
}
