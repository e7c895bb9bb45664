import { mapLeaves } from "#domain/values/map-leaves.ts";
import { maskedSecret } from "#domain/values/masked-secret.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";

type Credentials = Readonly<Record<string, unknown>>;

interface Secrets {
  /** In clear. */
  stored: Credentials;
  isSecret(path: readonly string[]): boolean;
}

/** Answers never show a secret that is stored, except for its last four characters. Numbers are shown as texts. */
export const maskedLeaf = (leaf: unknown): unknown =>
  leaf === null || leaf === "" || typeof leaf === "boolean" ? leaf : maskedSecret(String(leaf));

/** A form that was filled from an answer sends masks back: each one that is the mask of what is stored becomes that. */
export const withUnmasked = (given: Credentials, { stored, isSecret }: Secrets): Record<string, unknown> =>
  mapLeaves(given, (leaf, path) => {
    if (typeof leaf !== "string" || !isSecret(path)) return leaf;
    const kept = valueAt(stored, path);
    return kept !== undefined && kept !== null && kept !== "" && maskedLeaf(kept) === leaf ? kept : leaf;
  });

/**
 * Adds the stored secrets that the caller left out of `sent`. `read` is what was made of it, without blank values. Of a
 * structure that was sent, the secrets in it are kept likewise.
 */
export function withLeftOut(
  sent: Credentials,
  read: Readonly<Record<string, unknown>>,
  { stored, isSecret }: Secrets,
  path: readonly string[] = [],
): Record<string, unknown> {
  const complete = { ...read };
  for (const [key, kept] of Object.entries(stored)) {
    const inner = [...path, key];
    const given = read[key];
    if (isPlainObject(kept) && isPlainObject(given)) {
      complete[key] = withLeftOut(given, given, { stored: kept, isSecret }, inner);
    } else if (!Object.hasOwn(sent, key) && isSecret(inner)) complete[key] = kept;
  }
  return complete;
}

/** The value at this path of a structure; undefined where it has none. */
export function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? valueAt(Reflect.get(value, key), rest)
    : undefined;
}
