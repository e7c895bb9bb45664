import { slugify } from "./slug.ts";
import { isUuid } from "./uuid.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(ALPHABET.length);
/** Every UUID in base 62 fits into so many characters; it always has that many, so that it can be cut off a slug. */
const LENGTH = 22;
const TAIL = new RegExp(`^(?:.*_)?([0-9A-Za-z]{${LENGTH}})$`, "s");

/** Kinds as published clients know them. */
type SlugPrefix = "wf_" | "st_" | "env_" | "layout_";

/** A UUID in base 62: digits, then upper-case, then lower-case letters, the most significant first, in 22 characters. */
export function encodeId(uuid: string): string {
  let rest = BigInt(`0x${uuid.replaceAll("-", "")}`);
  let encoded = "";
  while (encoded.length < LENGTH) {
    encoded = `${ALPHABET[Number(rest % BASE)] ?? ""}${encoded}`;
    rest /= BASE;
  }
  return encoded;
}

/** The UUID that the 22 characters stand for; undefined when they stand for none. */
export function decodeId(encoded: string): string | undefined {
  if (encoded.length !== LENGTH) return undefined;
  let value = 0n;
  for (const character of encoded) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * BASE + BigInt(digit);
  }
  const hex = value.toString(16).padStart(32, "0");
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isUuid(uuid) ? uuid : undefined;
}

/** The name with the id, as addresses show both: `order-shipped_wf_2zGg...`. */
export const idSlug = (name: string, prefix: SlugPrefix, id: string): string =>
  `${slugify(name)}_${prefix}${encodeId(id)}`;

/**
 * The id that a path parameter may name: one as it is, or one that ends the text behind an underscore, whatever stands before.
 * Undefined for any other text, which can only be an identifier.
 */
export function idIn(reference: string): string | undefined {
  if (isUuid(reference)) return reference.toLowerCase();
  const [, tail] = TAIL.exec(reference) ?? [];
  return tail === undefined || tail === reference ? undefined : decodeId(tail);
}
