import { SYSTEM_VARIABLES, type VariableType } from "#contract/constants/templates/templates.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { MessageTemplate, TemplateVariable } from "#contract/workflows/templates.ts";
import { DomainError } from "./errors.ts";
import { getPath, withPath } from "./values/dotted-path.ts";
import { isNumeric } from "./values/exact-number.ts";
import { isIsoInstant } from "./values/instant.ts";
import type { PlainObject } from "./values/plain-object.ts";

/** The fields of a step that decide which payload it needs. */
export interface StepNeeds {
  metadata: StepMetadata;
  template: Pick<MessageTemplate, "variables">;
}

/** How each type is called in the list of what is missing. */
const TYPE_WORDS = { String: "Value", Array: "Array", Boolean: "Boolean" } as const;

/** A payload without what the templates of its workflow need. */
export class MissingVariablesError extends DomainError {
  constructor(message: string) {
    super("invalid_input", message);
  }
}

/**
 * The payload that the run works with: checked against what all steps need, defaults merged under it.
 * Throws `invalid_input` with the list of everything that is missing or of the wrong type.
 */
export function completePayload(payload: PlainObject, steps: readonly StepNeeds[]): PlainObject {
  const missing = missingPayloadKeys(payload, steps);
  if (missing.length > 0) {
    throw new MissingVariablesError(`payload is missing required key(s) and type(s): ${missing.join(", ")}`);
  }
  return withDefaults(payload, steps);
}

/**
 * Returns the keys that the steps need and the payload lacks, in step order: `name (Value)`, `list (Array)`, `flag (Boolean)`,
 * `sendAt (ISO Date)`.
 */
export function missingPayloadKeys(payload: PlainObject, steps: readonly StepNeeds[]): string[] {
  const missing = new Set<string>();
  for (const { metadata, template } of steps) {
    if (metadata.type === "scheduled") {
      const path = metadata.delayPath;
      if (!isIsoInstant(getPath(payload, path))) missing.add(`${path} (ISO Date)`);
    }
    for (const key of missingVariables(payload, template.variables ?? [])) missing.add(key);
  }
  return [...missing];
}

/** Required variables that the source lacks or holds in another type, as `name (Value)`; system ones are not asked for. */
export function missingVariables(source: PlainObject, variables: readonly TemplateVariable[]): string[] {
  return variables
    .filter(({ name, type, required }) => required && !isSystemVariable(name) && !isOfType(getPath(source, name), type))
    .map(({ name, type }) => `${name} (${TYPE_WORDS[type]})`);
}

/**
 * The payload with the defaults of all steps beneath it. The payload always wins, also with null;
 * an empty text is no default; of two defaults for one name the earlier step's counts.
 */
export function withDefaults(payload: PlainObject, steps: readonly StepNeeds[]): PlainObject {
  return withVariableDefaults(
    payload,
    steps.flatMap(({ template }) => template.variables ?? []),
  );
}

/** As `withDefaults`, for a plain list of variables, such as a layout's. */
export function withVariableDefaults(source: PlainObject, variables: readonly TemplateVariable[]): PlainObject {
  return variables.reduce((result, { name, defaultValue }) => {
    const isDefault = defaultValue !== undefined && defaultValue !== null && defaultValue !== "";
    if (!isDefault || isSystemVariable(name) || getPath(result, name) !== undefined) return result;
    return withPath(result, name, defaultValue);
  }, source);
}

/** Whether the name belongs to the product rather than to the payload: `subscriber.firstName`, `step.events` ... */
export function isSystemVariable(name: string): boolean {
  const [root] = name.split(".");
  return SYSTEM_VARIABLES.some((system) => system === root);
}

function isOfType(value: unknown, type: VariableType): boolean {
  switch (type) {
    case "String":
      return typeof value === "string" || isNumeric(value);
    case "Array":
      return Array.isArray(value);
    case "Boolean":
      return typeof value === "boolean";
  }
}
