const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The address if a browser may follow it: http, https, mailto, tel or relative. Anything else gives undefined. */
export function safeUrl(address: string | null | undefined): string | undefined {
  const trimmed = address?.trim();
  if (!trimmed) return undefined;
  try {
    // The parser decides, as the browser will: it sees through tabs, case and control characters in a scheme.
    return SCHEMES.has(new URL(trimmed, "https://relative.invalid").protocol) ? trimmed : undefined;
  } catch {
    // Not an address at all.
    return undefined;
  }
}

/** The address if it can be shown as a picture. */
export function safeImageUrl(address: string | null | undefined): string | undefined {
  const url = safeUrl(address);
  return url !== undefined && /^(mailto|tel):/i.test(url) ? undefined : url;
}
