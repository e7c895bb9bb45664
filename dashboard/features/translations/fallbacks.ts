/** The locales in which a text is looked for that a locale has not: more general ones, and then the default and its own. */
export function fallbacksOf(locale: string, defaultLocale: string): string[] {
  return [...new Set([...withParents(locale), ...withParents(defaultLocale)])].slice(1);
}

function withParents(locale: string): string[] {
  const parts = locale.split("-");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
}
