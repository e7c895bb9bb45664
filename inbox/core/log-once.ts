const logged = new Set<string>();

/** Tells the host page's developer what is wrong, once: the subscriber can do nothing about it. */
export function logOnce(what: string, error?: unknown): void {
  if (logged.has(what)) return;
  logged.add(what);
  // biome-ignore lint/suspicious/noConsole: the host page's console is where its developer looks.
  console.error(`Belfry inbox: ${what}`, ...(error === undefined ? [] : [error]));
}
