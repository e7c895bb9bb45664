const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/** Returns the address if it is http, https, mailto, tel or relative, else undefined. */
export function safeUrl(address: string | null | undefined): string | undefined {
  const trimmed = address?.trim();
  if (!trimmed) return undefined;
  try {
    // As browsers do, the parser ignores tabs, case and control characters in a scheme.
    return SCHEMES.has(new URL(trimmed, "https://relative.invalid").protocol) ? trimmed : undefined;
  } catch {
    // Not a URL.
    return undefined;
  }
}

/** Returns the address if it can be that of an image. */
export function safeImageUrl(address: string | null | undefined): string | undefined {
  const url = safeUrl(address);
  return url !== undefined && /^(mailto|tel):/i.test(url) ? undefined : url;
}
