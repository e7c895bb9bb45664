import { hashKey } from "@tanstack/react-query";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { variablesOf } from "#dashboard/components/code/variable-schema.ts";
import { atControl } from "../control-names.ts";
import type { Definition, EditedStep } from "../definition.ts";
import type { Renaming } from "./renamed-texts.ts";
import { renamedControls, renamedFilters } from "./renamed-values.ts";

/** Properties in properties that are offered. */
const DEPTH_MAX = 5;

/** Returns the paths of the properties of a payload's schema, without the indices of lists. */
export function propertyPaths(schema: unknown, above: readonly string[] = []): string[][] {
  if (above.length >= DEPTH_MAX) return [];
  return variablesOf(objectIn(schema)).flatMap(({ name }) => {
    const path = [...above, name];
    return [path, ...propertyPaths(propertyIn(schema, name), path)];
  });
}

/** The object that a schema describes, or of which the list is that it describes. */
function objectIn(schema: unknown): unknown {
  return isJsonObject(schema) && isJsonObject(schema.items) ? objectIn(schema.items) : schema;
}

function propertyIn(schema: unknown, name: string): unknown {
  const object = objectIn(schema);
  return isJsonObject(object) && isJsonObject(object.properties) ? object.properties[name] : undefined;
}

/** Says what is wrong with a new name of a property; undefined for one that it can have. */
export function newNameFault(schema: unknown, keys: readonly string[], to: string): string | undefined {
  if (to === keys.at(-1)) return "Enter a different name";
  if (!/^[A-Za-z_][\w-]*$/.test(to)) return "Begin with a letter, and use letters, digits, _ and - alone";
  const siblings = propertyPaths(schema).filter((path) => hashKey(path.slice(0, -1)) === hashKey(keys.slice(0, -1)));
  if (siblings.some((path) => path.at(-1) === to)) return `There is a property ${to} already: choose another name`;
  return undefined;
}

/** A definition in which a property of the payload has another name, and the places besides its schema at which that is used. */
interface RenamedDefinition {
  definition: Definition;
  uses: string[];
}

/** Renames a property of the payload in the schema and wherever the steps use it. */
export function renameProperty(definition: Definition, renaming: Renaming): RenamedDefinition {
  const uses: string[] = [];
  const steps = definition.steps.map((step) => renamedStep(step, renaming, uses));
  const payloadSchema = renamedSchema(definition.payloadSchema, renaming.keys, renaming.to);
  return {
    definition: { ...definition, steps, payloadSchema: isJsonObject(payloadSchema) ? payloadSchema : null },
    uses,
  };
}

const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);

const SETTINGS: Readonly<Record<string, string>> = {
  skip: "rule to skip the step",
  branches: "conditions of the branches",
  digestKey: "Group by",
  throttleKey: "Group by",
  dynamicKey: "moment",
  matchPath: "Match on",
};

function renamedStep(step: EditedStep, renaming: Renaming, uses: string[]): EditedStep {
  const controls = (values: EditedStep["controlValues"], name: string) => {
    const renamed = renamedControls(values, renaming);
    for (const [control, value] of Object.entries(values)) {
      if (isSame(value, renamed[control])) continue;
      uses.push(`${name}: ${SETTINGS[control] ?? (atControl(control, "").replace(/: $/, "") || control)}`);
    }
    return renamed;
  };
  const filters = (before: EditedStep["filters"], name: string) => {
    const renamed = renamedFilters(before, renaming);
    if (!isSame(before, renamed)) uses.push(`${name}: conditions`);
    return renamed;
  };
  return {
    ...step,
    controlValues: controls(step.controlValues, step.name),
    filters: filters(step.filters, step.name),
    variants: step.variants.map((variant, index) => {
      const name = `${step.name}, ${variant.name || `variant ${index + 1}`}`;
      return {
        ...variant,
        ...(variant.controlValues && { controlValues: controls(variant.controlValues, name) }),
        filters: filters(variant.filters, name),
      };
    }),
  };
}

/** The schema with the property in its place under the new name, and required where it was. */
function renamedSchema(schema: unknown, keys: readonly string[], to: string): unknown {
  const [key, ...rest] = keys;
  if (!isJsonObject(schema) || key === undefined) return schema;
  if (isJsonObject(schema.items)) return { ...schema, items: renamedSchema(schema.items, keys, to) };
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return schema;
  const isLast = rest.length === 0;
  const entries = Object.entries(properties).map(([name, property]): [string, unknown] => {
    if (name !== key) return [name, property];
    return isLast ? [to, property] : [name, renamedSchema(property, rest, to)];
  });
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    ...(isLast && Array.isArray(required) && { required: required.map((name) => (name === key ? to : name)) }),
  };
}
