import { isJsonObject } from "#contract/constants/json-object.ts";

type Json = Record<string, unknown>;

interface Document {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Json };
}

/**
 * Gives each body of a request and of an answer of success a schema with a name, and returns all schemas with names: generators name the others by their place, differently in
 * each language, and take two that look alike for one.
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
  return schemas;
}

function mediaOf(body: unknown): unknown[] {
  const content = isJsonObject(body) ? body.content : undefined;
  // Only JSON is read into a type.
  return isJsonObject(content) ? [content["application/json"]] : [];
}

const isNameless = (schema: unknown): schema is Json =>
  isJsonObject(schema) && schema.$ref === undefined && Object.keys(schema).length > 0;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
