const FALLBACK = /\|\s*default:\s*"([^"\\{}%]+)"$/;

/** Splits an expression that ends in a text to print in the place of nothing: `name | default: "you"`. */
export function splitFallback(code: string): { id: string; fallback: string | undefined } {
  const found = FALLBACK.exec(code);
  return found ? { id: code.slice(0, found.index).trimEnd(), fallback: found[1] } : { id: code, fallback: undefined };
}
