import { EMAIL_MAX } from "../limits.ts";
import { parseUrl } from "./parse-url.ts";

/** Characters that RFC 6531 adds to those of a name and of a label: all beyond ASCII but blanks, controls and halves of pairs. */
const BEYOND_ASCII = String.raw`[^\0-\x7f\p{Z}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]`;
const ATOM = String.raw`(?:[\w!#$%&'*+/=?^${"`"}{|}~-]|${BEYOND_ASCII})+`;
const QUOTED = String.raw`"(?:[ !#-\[\]-~]|\\[ -~]|${BEYOND_ASCII})+"`;
const NAME = String.raw`(?:${ATOM}(?:\.${ATOM})*|${QUOTED})`;

/** A letter or digit of a label, with the marks that many scripts write behind it, and the joiners that IDNA allows there. */
const LETTER = String.raw`[\p{L}\p{N}][\p{M}\u200c\u200d\u00b7]*`;
const LABEL = `${LETTER}(?:-*${LETTER})*`;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const LITERAL = String.raw`\[(?:${OCTET}(?:\.${OCTET}){3}|[Ii][Pp][Vv]6:(?<ipv6>[\dA-Fa-f:.]{2,45}))\]`;
const ADDRESS = new RegExp(`^${NAME}@(?:(?:${LABEL}\\.)+(?=..)${LABEL}|${LITERAL})$`, "u");

/**
 * Whether mail can be addressed to the value: one mailbox of RFC 5321 or 6531, without a display name. A domain has at least two labels,
 * as RFC 5321 section 2.3.5 asks for.
 */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== "string" || value.length > EMAIL_MAX) return false;
  const match = ADDRESS.exec(value);
  if (match === null || new TextEncoder().encode(value).length > EMAIL_MAX) return false;
  const ipv6 = match.groups?.ipv6;
  return ipv6 === undefined || parseUrl(`http://[${ipv6}]`) !== undefined;
}
