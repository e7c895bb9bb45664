import { isPlainObject } from "../values/plain-object.ts";

/** The values of an `enum`: lists and objects in a form that is the same for equal ones. */
interface AllowedValues {
  plain: ReadonlySet<unknown>;
  composed: ReadonlySet<string>;
}

/** Made once for each schema that is kept: comparing each value with each entry takes seconds for thousands of both. */
const known = new WeakMap<readonly unknown[], AllowedValues>();

/** Whether a value is one of an `enum`. `spend` counts the values that are looked at. */
export function isAllowed(allowed: readonly unknown[], value: unknown, spend: (amount: number) => void): boolean {
  let values = known.get(allowed);
  if (!values) {
    const composed = allowed.filter(isComposed);
    spend(allowed.length);
    values = { plain: new Set(allowed), composed: new Set(composed.map((one) => canonical(one, spend))) };
    known.set(allowed, values);
  }
  if (!isComposed(value)) return values.plain.has(value);
  return values.composed.size > 0 && values.composed.has(canonical(value, spend));
}

const isComposed = (value: unknown): boolean => Array.isArray(value) || isPlainObject(value);

/** JSON with the keys in their order, whatever it was. */
function canonical(value: unknown, spend: (amount: number) => void): string {
  spend(1);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, spend)).join(",")}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? "null";
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key], spend)}`);
  return `{${entries.join(",")}}`;
}
