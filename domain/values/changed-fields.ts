import { isPlainObject } from "./plain-object.ts";

export type FieldChanges = Record<string, { before?: unknown; after?: unknown }>;

type Fields = Readonly<Record<string, unknown>>;

/** Fields of one change at most; the others are only counted. */
const FIELDS_MAX = 100;
/** Characters of one value, as JSON. */
const CHANGED_VALUE_MAX = 2_000;
/** The first half of a character that takes two: Postgres stores none. */
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/**
 * The fields that differ between two states of an entity, with the shorter ones of their values whole. Inside of objects and
 * lists a field is named by its path, as in `steps.0.template.subject`. Null, and an entity that is not there, count as no value.
 */
export function changedFields(before: Fields | null, after: Fields | null): FieldChanges {
  const changes = [...differences(before ?? undefined, after ?? undefined, [])];
  const shown = changes.slice(0, FIELDS_MAX);
  const more = changes.length - shown.length;
  return Object.fromEntries([...shown, ...(more > 0 ? [["...", { after: `${more} more fields` }] as const] : [])]);
}

type Difference = readonly [path: string, change: { before?: unknown; after?: unknown }];

function* differences(before: unknown, after: unknown, path: readonly string[]): Generator<Difference> {
  // The entity itself is always gone through, also when it was created or deleted; what is inside of it is then one value.
  const isEntity = path.length === 0;
  if (isEntity || (isPlainObject(before) && isPlainObject(after)) || (Array.isArray(before) && Array.isArray(after))) {
    const [old, current] = [entriesOf(before), entriesOf(after)];
    for (const key of new Set([...old.keys(), ...current.keys()])) {
      yield* differences(old.get(key), current.get(key), [...path, key]);
    }
    return;
  }
  if (isEmpty(before) && isEmpty(after)) return;
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  yield [
    path.join("."),
    { ...(!isEmpty(before) && { before: shortened(before) }), ...(!isEmpty(after) && { after: shortened(after) }) },
  ];
}

const entriesOf = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

function shortened(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= CHANGED_VALUE_MAX
    ? value
    : `${text.slice(0, CHANGED_VALUE_MAX).replace(HALF_CHARACTER, "")}... (${text.length} characters)`;
}
