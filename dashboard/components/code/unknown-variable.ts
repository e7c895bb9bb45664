import { isList, type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import { similarName } from "./similar-name.ts";
import { variablesOf } from "./variable-schema.ts";

interface UnknownVariable {
  schema: Schema;
  /** The part of the path that exists. */
  keys: readonly (string | number)[];
  /** The first name that does not. */
  missing: string;
  /** The path up to the missing name, as it is written. */
  path: string;
}

const NAMES_SHOWN = 5;

/** Returns the sentences about a name that the schema has no place for, with what was probably meant or what there is. */
export function unknownVariable({ schema, keys, missing, path }: UnknownVariable): string {
  const parent = schemaAt(schema, keys);
  const prefix = pathText(keys);
  if (isList(parent)) return `${prefix} is a list: read its items in {% for item in ${prefix} %}.`;
  const names = variablesOf(parent).map(({ name }) => name);
  const meant = similarName(missing, names);
  if (meant) return `${path} does not exist. Did you mean ${pathText([...keys, meant])}?`;
  const elsewhere = keys.length === 0 ? inRoots(schema, missing) : undefined;
  if (elsewhere) return `${path} does not exist. Did you mean ${elsewhere}?`;
  if (names.length === 0) return `${path} does not exist${prefix ? `: nothing is known in ${prefix}` : ""}.`;
  const more = names.length - NAMES_SHOWN;
  const shown = `${names.slice(0, NAMES_SHOWN).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${path} does not exist. ${prefix === "" ? "There is" : `${prefix} has`} ${shown}.`;
}

/** A field that was named without its root: `orderId` for `payload.orderId`. */
function inRoots(schema: Schema, missing: string): string | undefined {
  const roots = variablesOf(schema).map(({ name: root }) => {
    const names = variablesOf(schemaAt(schema, [root])).map(({ name }) => name);
    return { root, names };
  });
  const exact = roots.find(({ names }) => names.includes(missing));
  if (exact) return `${exact.root}.${missing}`;
  for (const { root, names } of roots) {
    const meant = similarName(missing, names);
    if (meant) return `${root}.${meant}`;
  }
  return undefined;
}

const pathText = (keys: readonly (string | number)[]): string =>
  keys.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
