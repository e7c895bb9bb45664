/** Reads the value of one search parameter, of which nothing is known. */
export type Reader<T> = (value: unknown) => T;

/**
 * Makes the schema of a route's search parameters, for `validateSearch`. A value that does not fit counts as absent, so that any address
 * opens a screen. Every first load has these schemas, and zod would be larger than all of them and the routes together.
 */
export function searchSchema<T extends object>(readers: { [K in keyof T]: Reader<T[K]> }) {
  const parse = (search: unknown): T => {
    const given = new Map<string, unknown>(Object.entries(Object(search)));
    const read = Object.entries<Reader<unknown>>(readers).map(([name, reader]) => [name, reader(given.get(name))]);
    // The entries are those of `readers`, which the compiler cannot see.
    return Object.fromEntries(read) as T;
  };
  // The router takes the types of links from here, and never reads the value.
  return { parse, types: {} as { input: Partial<T>; output: T } };
}

/** The search of a list without pages or filters, as `ListScreen` takes it. */
export const UNFILTERED = { schema: searchSchema<object>({}), search: {}, onSearch: () => undefined };

/** A page that counts from 0. */
export const pageParam: Reader<number> = (value) => {
  const page = Number(value ?? 0);
  return Number.isSafeInteger(page) && page >= 0 ? page : 0;
};

/** A place that counts from 1; undefined when absent. */
export const positionParam: Reader<number | undefined> = (value) => {
  const position = Number(value);
  return Number.isSafeInteger(position) && position > 0 ? position : undefined;
};

/** The moment of a day as JSON writes it; undefined when absent. */
export const momentParam: Reader<string | undefined> = (value) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(value) ? value : undefined;

/** One of a few sizes of a page; the first one when absent. */
export const sizeParam =
  <T extends number>(sizes: readonly [T, ...T[]]): Reader<T> =>
  (value) =>
    sizes.find((size) => String(size) === String(value)) ?? sizes[0];

/** A text; empty when absent. */
export const textParam: Reader<string> = (value) => (typeof value === "string" ? value : "");

/** A text that a pattern matches; undefined when absent. */
export const patternParam =
  (pattern: RegExp): Reader<string | undefined> =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;

/** One of a few values; undefined when absent. */
export const choiceParam =
  <T extends string>(values: readonly T[]): Reader<T | undefined> =>
  (value) =>
    values.find((each) => each === value);

/**
 * One of the keys, for values that the contract lists among much else: what the search parameters of a screen import, the first load of every
 * screen has.
 */
export const keyParam =
  <T extends string>(keys: Readonly<Record<T, true>>): Reader<T | undefined> =>
  (value) =>
    typeof value === "string" && Object.hasOwn(keys, value) ? (value as T) : undefined;

/** A list, which a single value in the address is, too; empty when absent, or when a part of it does not fit. */
export const listParam =
  <T extends string>(reader: Reader<T | undefined>): Reader<T[]> =>
  (value) => {
    const items = [value ?? []].flat().map(reader);
    return items.every((item) => item !== undefined) ? items : [];
  };
