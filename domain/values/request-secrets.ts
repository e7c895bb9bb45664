import { SECRET_PREFIX } from "#contract/constants/values/secret-prefix.ts";
import { DomainError } from "../errors.ts";
import { maskedSecret } from "./masked-secret.ts";
import { isPlainObject, type PlainObject } from "./plain-object.ts";

// What an HTTP step sends, as metadata has it and as control values have it: headers are an object, or a list of keys and values.

/** Headers that say what a body is. Any other may hold a secret, because nothing says that it does not. */
const OPEN_HEADERS: readonly string[] = [
  "accept",
  "accept-charset",
  "accept-language",
  "cache-control",
  "content-encoding",
  "content-language",
  "content-type",
  "user-agent",
];
/** A variable without a literal text in it. */
const VARIABLE = /\{\{[^{}"']*\}\}/g;
const SCHEME = /^(?:basic|bearer|token)$/i;

/** Whether a header is shown by its mask: it has a text of its own beside variables. */
export function isSecretHeader(name: string, value: string): boolean {
  if (OPEN_HEADERS.includes(name.trim().toLowerCase())) return false;
  const own = value.replace(VARIABLE, "").trim();
  return own !== "" && !SCHEME.test(own);
}

/** The same request with a mask for each header that may be secret. */
export const requestMasked = <T extends object>(request: T, mask = maskedSecret): T =>
  "headers" in request
    ? {
        ...request,
        headers: mapHeaders(request.headers, (name, value) => (isSecretHeader(name, value) ? mask(value) : value)),
      }
    : request;

/** The same fields with the headers of every request in them masked. */
export const requestsMasked = (fields: Readonly<PlainObject>, mask = maskedSecret): PlainObject =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, masked(value, mask)]));

function masked(value: unknown, mask: typeof maskedSecret): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (!isPlainObject(value)) return value;
  const isRequest = "url" in value && "method" in value && "headers" in value;
  return requestsMasked(isRequest ? requestMasked(value, mask) : value, mask);
}

/**
 * A request with what is stored in place of its masks: a form that was filled from an answer sends them back. Throws `invalid_input` with
 * the header of a mask that belongs to nothing stored, or that would go to another host than the one that it was entered for. `path`
 * leads to the request.
 */
export function requestUnmasked<T extends PlainObject>(given: T, stored: PlainObject | undefined, path: string): T {
  if (!("headers" in given)) return given;
  const kept = headersOf(stored?.headers).filter(([name, value]) => isSecretHeader(name, value));
  const isMoved = stored !== undefined && originOf(given.url) !== originOf(stored.url);
  const problems: string[] = [];
  const headers = mapHeaders(given.headers, (name, value) => {
    if (!value.startsWith(SECRET_PREFIX)) return value;
    const same = kept.filter(([, secret]) => maskedSecret(secret) === value);
    // A header may have been renamed.
    const [, secret] = same.find(([other]) => other.toLowerCase() === name.toLowerCase()) ?? same[0] ?? [];
    if (secret !== undefined && !isMoved) return secret;
    const problem =
      secret === undefined
        ? "is not the mask of what is stored: enter the value in clear"
        : "must be entered again, because the host of the address changed: what is stored is not sent to another host";
    problems.push(`${path}.headers.${name} ${problem}`);
    return value;
  });
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
  return { ...given, headers };
}

function headersOf(headers: unknown): [name: string, value: string][] {
  const found: [string, string][] = [];
  mapHeaders(headers, (name, value) => {
    found.push([name, value]);
    return value;
  });
  return found;
}

/** The same headers in their form, with other values; what is neither a name nor a text stays. */
function mapHeaders(headers: unknown, change: (name: string, value: string) => string): unknown {
  if (Array.isArray(headers)) {
    return headers.map((header: unknown) =>
      isPlainObject(header) && typeof header.key === "string" && typeof header.value === "string"
        ? { ...header, value: change(header.key, header.value) }
        : header,
    );
  }
  if (!isPlainObject(headers)) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? change(name, value) : value]),
  );
}

/** Scheme, host and port; of an address that begins with a variable, all of it. */
function originOf(url: unknown): string {
  const text = typeof url === "string" ? url.trim() : "";
  return /^https?:\/\/[^/?#\\]*/i.exec(text)?.[0].toLowerCase() ?? text;
}
