import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import type { Problem } from "#dashboard/components/code/parse-problem.ts";
import { similarName } from "#dashboard/components/code/similar-name.ts";
import { type KnownField, knownFields } from "#dashboard/components/conditions/known-fields.ts";
import { pathText } from "#dashboard/components/dates/wait-words.ts";

/** The roots that the path of a control may begin with. */
const ROOTS = ["payload", "subscriber"];

/** Returns a schema with the fields alone that a path can name; undefined for none. */
export function schemaOfPaths(schema: Schema | undefined): Schema | undefined {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined;
  const properties = Object.entries(schema.properties).filter(([root]) => ROOTS.includes(root));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Returns a warning about the path of a field that nobody knows, with what was probably meant. */
export function pathProblems(text: string, schemas: readonly Schema[]): Problem[] {
  if (text.trim() === "" || /\{[{%]/.test(text)) return [];
  const path = pathText(text);
  const keys = path.split(".");
  if (keys.includes("")) return [];
  const known = knownFields(schemas).filter((field) => !isKnownByUse(field, schemas));
  if (known.some((field) => field.text === path || field.text.startsWith(`${path}.`))) return [];
  const meant = similarName(
    path,
    known.map((field) => field.text),
  );
  const isOpen = schemas.some((schema) => schemaAt(schema, keys) !== undefined);
  // What is open may have any name.
  if (meant === undefined && isOpen) return [];
  const message = `${path} is not known.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
  return [{ from: 0, to: text.length, severity: "warning", message }];
}

/** The API knows a variable that only templates and keys name, such as this one, by its use alone. */
const isKnownByUse = ({ text }: KnownField, schemas: readonly Schema[]): boolean =>
  schemas.every((schema) => {
    const found = schemaAt(schema, text.split("."));
    if (found === undefined) return true;
    return isJsonObject(found) && typeof found.default === "string" && found.default.startsWith("{{");
  });
