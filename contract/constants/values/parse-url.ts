/**
 * Returns an absolute address as the URL Standard reads it; undefined for any other text. Not by `URL.canParse`: once Node 20 has compiled
 * it, after some thousand calls, it refuses texts with letters such as ü.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The host of an address with its port, to group and show by; the text itself where it has none. */
export const hostOf = (address: string): string => parseUrl(address)?.host || address;
