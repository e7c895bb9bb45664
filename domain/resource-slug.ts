import { slugify } from "./slug.ts";

/** Endings of slugs, as newer published clients know them. */
const KINDS = { workflow: "wf", layout: "layout", environment: "env" } as const;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The slug of something by its name and its UUID, such as `order-paid_wf_2qOvzYHQsmDyoaVY7mVcgD`. */
export const resourceSlug = (kind: keyof typeof KINDS, name: string, id: string): string =>
  [slugify(name), KINDS[kind], inBase62(id)].join("_");

/** The UUID at the end of a slug; undefined when there is none. */
export function idOfSlug(kind: keyof typeof KINDS, slug: string): string | undefined {
  const [, encoded] = slug.match(new RegExp(`_${KINDS[kind]}_([0-9A-Za-z]{22})$`)) ?? [];
  if (encoded === undefined) return undefined;
  let value = 0n;
  for (const digit of encoded) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(32, "0");
  if (hex.length > 32) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function inBase62(uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll("-", "")}`);
  let text = "";
  for (; value > 0n; value /= 62n) text = `${DIGITS[Number(value % 62n)]}${text}`;
  // Always as long, so that it can be cut off a slug.
  return text.padStart(22, "0");
}
