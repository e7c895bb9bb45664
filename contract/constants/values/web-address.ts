import { parseUrl } from "./parse-url.ts";

/** Slashes behind the scheme, and a host: the parser would add what is missing. */
const BEGIN = /^https?:\/\/[^/\\?#]/i;

/**
 * The parts of an absolute http or https address as the URL Standard reads it (https://url.spec.whatwg.org), so that hosts may be names
 * in any script, numbers of IPv4, or literals of IPv6, with a port. Undefined for any other text, and for one in which the parser
 * would drop something in silence: blanks around it, tabs, line ends and other control characters. Blanks within its
 * path are written as %20. Whether it leads into a private network is decided when it is called.
 */
export function webAddressOf(text: unknown): URL | undefined {
  if (typeof text !== "string" || !BEGIN.test(text) || text !== text.trim() || /\p{Cc}/u.test(text)) return undefined;
  return parseUrl(text);
}

/** Whether a text that somebody enters is such an address, written in full: without blanks, which a mistake leaves. */
export const isWebAddress = (text: unknown): text is string =>
  webAddressOf(text) !== undefined && !/\s/.test(String(text));

/** Whether an address names a user or a password, which only requests with basic authentication use. */
export const namesUser = ({ username, password }: URL): boolean => username !== "" || password !== "";
