const logged = new Set<string>();

/** Logs a problem to the host page's console, once for each text. */
export function logOnce(text: string, error?: unknown): void {
  if (logged.has(text)) return;
  logged.add(text);
  // biome-ignore lint/suspicious/noConsole: the host page's console is where its developer looks.
  console.error(`Belfry inbox: ${text}`, ...(error === undefined ? [] : [error]));
}
