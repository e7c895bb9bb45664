import type { FoundVariable } from "#domain/templates/find-variables.ts";
import { isPlainObject, type PlainObject } from "#domain/values/plain-object.ts";
import { inventedText } from "./invented-value.ts";
import { schemaExample } from "./schema-example.ts";
import { exampleOf, hasPath, placesUnder } from "./variable-schema.ts";

interface Payloads {
  /** The variables that the workflow uses, under their whole names. */
  used: readonly FoundVariable[];
  /** The schema that was given for payloads. */
  payloadSchema: PlainObject | null;
}

/** Returns a payload as the schema describes it, with a value for each variable that it lacks and allows. */
export function payloadExample({ used, payloadSchema }: Payloads): PlainObject {
  const allowed = used.filter(({ name }) => payloadSchema === null || hasPath(payloadSchema, name.split(".").slice(1)));
  const ofVariables = exampleOf(placesUnder("payload", allowed), "payload", {
    items: 1,
    textFor: inventedText,
  });
  const ofSchema = payloadSchema && schemaExample(payloadSchema, "payload");
  const example = withMissing(isPlainObject(ofSchema) ? ofSchema : {}, ofVariables);
  return isPlainObject(example) ? example : {};
}

/** Adds what `more` has in places where `value` has nothing. */
export function withMissing(value: unknown, more: unknown): unknown {
  if (!isPlainObject(value) || !isPlainObject(more)) return value;
  const added = Object.entries(more).map(
    ([key, other]) => [key, Object.hasOwn(value, key) ? withMissing(value[key], other) : other] as const,
  );
  return { ...value, ...Object.fromEntries(added) };
}
