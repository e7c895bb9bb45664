import { isJsonObject } from "#contract/constants/values/json-object.ts";

type Json = Record<string, unknown>;

interface Document {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Json };
}

/**
 * Gives each body of a request and of an answer of success a schema with a name, and each object that one of several alternatives is, and
 * returns all schemas with names: generators name the others by their place, differently in each language, and take two that look alike
 * for one.
 */
export function withNamedBodies({ paths, components }: Document): Json {
  const schemas = { ...components.schemas };
  const name = (media: unknown, wanted: string): void => {
    if (!isJsonObject(media) || !isNameless(media.schema)) return;
    const free = wanted in schemas ? `${wanted}Schema` : wanted;
    schemas[free] = media.schema;
    media.schema = { $ref: `#/components/schemas/${free}` };
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, requestBody, responses } = operation;
    const base = capitalized(String(operationId));
    for (const media of mediaOf(requestBody)) name(media, `${base}Body`);
    for (const [status, response] of Object.entries(isJsonObject(responses) ? responses : {})) {
      const isUsual = status === "200" || status === "201";
      if (status.startsWith("2"))
        for (const media of mediaOf(response)) name(media, `${base}Result${isUsual ? "" : status}`);
    }
  }
  for (const [owner, schema] of Object.entries(schemas)) schemas[owner] = withNamedAlternatives(owner, schema, schemas);
  return schemas;
}

function withNamedAlternatives(owner: string, schema: unknown, schemas: Json): unknown {
  const keyword = isJsonObject(schema) ? ["anyOf", "oneOf"].find((key) => Array.isArray(schema[key])) : undefined;
  const members = isJsonObject(schema) && keyword ? schema[keyword] : undefined;
  if (!isJsonObject(schema) || !keyword || !Array.isArray(members)) return schema;
  const isAlone = members.filter((member) => !isNull(member)).length === 1;
  const named = members.map((member, at) => {
    // Alternatives of alternatives, or something that has no fields.
    if (!isJsonObject(member) || member.properties === undefined) return withNamedAlternatives(owner, member, schemas);
    // Generators put the names of properties behind the owner's: `StepMetadataBackoff` would meet the `backoff` of `StepMetadata`.
    const wanted = isAlone ? `${owner}Content` : `${kindOf(member) ?? `Form${at + 1}`}${owner}`;
    if (wanted in schemas) return member;
    schemas[wanted] = member;
    return { $ref: `#/components/schemas/${wanted}` };
  });
  return { ...schema, [keyword]: named };
}

const isNull = (schema: unknown): boolean => isJsonObject(schema) && schema.type === "null";

/** The value by which an alternative is known from the others, as part of a name. */
function kindOf(member: unknown): string | undefined {
  const properties = isJsonObject(member) && isJsonObject(member.properties) ? Object.values(member.properties) : [];
  const [kind] = properties.flatMap((property) => {
    const { const: only, enum: values }: { const?: unknown; enum?: unknown } = Object(property);
    const value = only ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
    return typeof value === "string" ? [value] : [];
  });
  return kind
    ?.split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join("");
}

function mediaOf(body: unknown): unknown[] {
  const content = isJsonObject(body) ? body.content : undefined;
  // Only JSON is read into a type.
  return isJsonObject(content) ? [content["application/json"]] : [];
}

const isNameless = (schema: unknown): schema is Json =>
  isJsonObject(schema) && schema.$ref === undefined && Object.keys(schema).length > 0;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
