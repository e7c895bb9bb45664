import type { FoundVariable } from "#domain/templates/find-variables.ts";
import {
  collectedSchema,
  environmentSchema,
  type KnownVariable,
  placesUnder,
  resultSchema,
  schemaOf,
  subscriberSchema,
  surroundings,
} from "./variable-schema.ts";

type JsonSchema = Record<string, unknown>;

/** A step as far as later ones may read what it leaves. */
interface NamedStep {
  /** The name by which templates read its result. */
  identifier: string;
  /** The engine's type. */
  type: string;
}

interface UsedVariables {
  /** All that the workflow's control values use. */
  used: readonly FoundVariable[];
  /** The schema that was given for payloads. */
  payloadSchema: JsonSchema | null;
  /** The variables of the environment, where they are to be named one by one. */
  env?: readonly KnownVariable[] | undefined;
}

/** The JSON schema of what a step with these steps before it may use. */
export function stepVariables(earlier: readonly NamedStep[], variables: UsedVariables): JsonSchema {
  const steps = Object.fromEntries(earlier.map(({ identifier, type }) => [identifier, resultSchema(type)]));
  const data = placesUnder("subscriber", variables.used).children.get("data");
  const known = data
    ? schemaOf(data, "subscriber.data")
    : { type: "object", properties: {}, additionalProperties: true };
  return {
    type: "object",
    properties: {
      subscriber: subscriberSchema(known),
      steps: { type: "object", properties: steps, additionalProperties: false },
      payload: payloadSchemaOf(variables),
      ...surroundings,
      env: environmentSchema(variables.env),
      step: collectedSchema,
    },
    additionalProperties: false,
  };
}

/** The schema of payloads: the one that was given, else one of the variables that are used. */
export const payloadSchemaOf = ({ used, payloadSchema }: UsedVariables): JsonSchema =>
  payloadSchema ?? schemaOf(placesUnder("payload", used), "payload");
