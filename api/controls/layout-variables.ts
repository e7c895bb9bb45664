import type { TemplateVariable } from "#contract/workflows/templates.ts";
import { isSystemVariable } from "#domain/payload.ts";
import {
  environmentSchema,
  type KnownVariable,
  placesUnder,
  schemaOf,
  subscriberSchema,
  surroundings,
} from "./variable-schema.ts";

type JsonSchema = Record<string, unknown>;

const text = { type: "string" };
const open = { type: "object", properties: {}, additionalProperties: true };

/**
 * The JSON schema of what a layout may use. `own` are the variables that it was found to use: each is one of the payload, and other names
 * can be, too.
 */
export function layoutVariables(own: readonly TemplateVariable[], env?: readonly KnownVariable[]): JsonSchema {
  const payload = own
    .filter(({ name }) => !isSystemVariable(name))
    .map(({ name, type }) => ({ name: name.startsWith("payload.") ? name : `payload.${name}`, type }));
  return {
    type: "object",
    properties: {
      body: { ...text, description: "The content of the email. A layout has one place for it." },
      subject: { ...text, description: "The subject of the email." },
      preheader: { ...text, description: "The text that mail programs show behind the subject." },
      subscriber: subscriberSchema(open),
      payload: schemaOf(placesUnder("payload", payload), "payload"),
      ...surroundings,
      env: environmentSchema(env),
    },
    additionalProperties: true,
  };
}
