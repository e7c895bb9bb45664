import type { ZodFastifySchemaValidationError } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { OPERATIONS } from "#contract/every-operation.ts";
import type { Media } from "#contract/schemas/media.ts";
import { exampleMaker } from "./openapi/examples.ts";
import { inFull } from "./openapi/in-full.ts";
import { requestValidator } from "./request-validator.ts";
import { issueMessages } from "./validation-messages.ts";

type Body = Record<string, unknown>;
type Path = readonly (string | number)[];

/** A place in a body where a field stands, or could stand. */
interface FieldPlace {
  path: Path;
  takesNull: boolean;
  isOptional: boolean;
}

const bodies = OPERATIONS.flatMap(({ id, body }) => {
  if (!body) return [];
  const schemas = isMedia(body) ? Object.values(body.content).map(({ schema }) => schema) : [body];
  return schemas.map((schema) => ({ id, schema }));
});

const described = bodies.filter(({ schema }) => isJsonObject(fullBody(schema)));

test("nearly every body has fields", () => {
  expect(bodies.length - described.length).toBeLessThan(8);
  expect(described.length).toBeGreaterThan(125);
});

test.each(described)("$id takes null for every field that is optional as that field left out", ({ schema }) => {
  const check = checkOf(schema);
  const example = writtenExample(schema);
  const places = fieldsOf(schema, example).filter(({ isOptional, takesNull }) => isOptional && !takesNull);
  const unset = places.filter(({ path }) => at(example, path) === undefined);
  const nulls = unset.reduce((body, { path }) => withValue(body, path, null), example);
  expect(check(nulls)).toEqual(check(example));
  const full = fullBody(schema);
  for (const { path, takesNull } of fieldsOf(schema, full)) {
    if (takesNull) continue;
    expect(check(withValue(full, path, null)), path.join(".")).toEqual(check(withValue(full, path, undefined)));
  }
});

test.each(described)("$id refuses null for a field that it needs as it refuses the body without it", ({ schema }) => {
  const check = checkOf(schema);
  const example = writtenExample(schema);
  for (const { path, isOptional, takesNull } of fieldsOf(schema, example)) {
    if (isOptional || takesNull) continue;
    const missing = check(withValue(example, path, undefined));
    expect(missing, path.join(".")).toHaveProperty("error");
    expect(check(withValue(example, path, null)), path.join(".")).toEqual(missing);
  }
});

test("null inside free content is the customer's", () => {
  const check = checkOf(bodyOf("triggerEvent"));
  const payload = { order: null, items: [null, { note: null }] };
  const overrides = { email: { subject: null }, providers: { sendgrid: { headers: null } } };
  const body = { name: "order-shipped", to: "ada", payload, overrides };
  expect(check(body)).toMatchObject({ value: { payload, overrides } });
});

test("null that clears something stays", () => {
  const check = checkOf(bodyOf("setSafetyCaps"));
  expect(check({ messagesPerSubscriberPerHour: null })).toEqual({ value: { messagesPerSubscriberPerHour: null } });
});

function bodyOf(operation: string): z.ZodType {
  const found = bodies.find(({ id }) => id === operation);
  if (!found) throw new Error(`${operation} has no body`);
  return found.schema;
}

/** The result of the validation of a body: its value, or the sentences of the refusal. */
function checkOf(schema: z.ZodType): (body: unknown) => object {
  const validate = requestValidator({ schema, method: "POST", url: "/", httpPart: "body" });
  return (body) => {
    const { value, error } = asResult(validate(body));
    return error ? { error: error.flatMap(issueMessages) } : { value };
  };
}

/** Fastify types it as anything that a validator may return. */
function asResult(result: unknown) {
  return result as { value?: unknown; error?: ZodFastifySchemaValidationError[] };
}

/** The example of the contract, of the first alternative that has one. */
function writtenExample(schema: z.core.$ZodType): unknown {
  const examples = z.globalRegistry.get(schema)?.examples;
  if (Array.isArray(examples)) return examples[0];
  const [inner] = alternativesOf(schema);
  return inner && inner !== schema ? writtenExample(inner) : {};
}

/** A body with every field that its schema describes, which need not be one that the operation accepts. */
function fullBody(schema: z.core.$ZodType): unknown {
  const { $defs = {}, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: inFull,
  });
  const { examples: _examples, ...bare } = described;
  const inPlace: unknown = JSON.parse(JSON.stringify({ bare, $defs }).replaceAll("#/$defs/", "#/components/schemas/"));
  if (!isJsonObject(inPlace) || !isJsonObject(inPlace.$defs)) throw new Error("no schema");
  return exampleMaker(inPlace.$defs)(inPlace.bare, "");
}

/** Every field that a schema has in the objects of a value. */
function fieldsOf(schema: z.core.$ZodType, value: unknown, path: Path = []): FieldPlace[] {
  if (Array.isArray(value)) return value.flatMap((item, position) => fieldsOfItem(schema, item, [...path, position]));
  if (!isJsonObject(value)) return [];
  return objectsOf(schema, value).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, field]) => [
      {
        path: [...path, name],
        takesNull: z.safeParse(field, null).success,
        isOptional: z.safeParse(field, undefined).success,
      },
      ...fieldsOf(field, value[name], [...path, name]),
    ]),
  );
}

function fieldsOfItem(schema: z.core.$ZodType, item: unknown, path: Path): FieldPlace[] {
  const lists = alternativesOf(schema).flatMap((one) => {
    const { def } = asKnown(one)._zod;
    return def.type === "array" ? [def.element] : [];
  });
  const [element] = lists;
  return element ? fieldsOf(element, item, path) : [];
}

/** The fields of the alternative that a value is one of. */
function objectsOf(schema: z.core.$ZodType, value: Body): z.core.$ZodLooseShape[] {
  const found = alternativesOf(schema).flatMap((one) => {
    const { def } = asKnown(one)._zod;
    return def.type === "object" ? [{ one, shape: def.shape }] : [];
  });
  const [first] = found;
  return (found.length < 2 ? found : found.filter(({ one }) => z.safeParse(one, value).success).slice(0, 1)).map(
    ({ shape }) => shape ?? first?.shape,
  );
}

/** The schemas behind what wraps one. */
function alternativesOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = asKnown(schema)._zod;
  if (def.type === "union") return def.options.flatMap(alternativesOf);
  if (def.type === "pipe") return alternativesOf(asKnown(def.in)._zod.def.type === "transform" ? def.out : def.in);
  if (def.type === "lazy") return alternativesOf(def.getter());
  return "innerType" in def ? alternativesOf(def.innerType) : [schema];
}

/** A body with another value at a place, where undefined removes the field. */
function withValue(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, position) => (position === key ? withValue(item, rest, value) : item));
  if (!isJsonObject(body)) return body;
  const { [key]: given, ...others } = body;
  const changed = withValue(given, rest, value);
  return changed === undefined ? others : { ...others, [key]: changed };
}

const at = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found[Number(key)];
    return isJsonObject(found) ? found[key] : undefined;
  }, body);

function isMedia(body: z.ZodType | Media): body is Media {
  return "content" in body;
}

/** The core types zod's schemas as what they have in common; each is one of the kinds that it lists. */
function asKnown(schema: z.core.$ZodType) {
  return schema as z.core.$ZodTypes;
}
