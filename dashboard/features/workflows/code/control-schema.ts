import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { type ControlKind, kindOf, type Option, type Schema } from "./control-kind.ts";
import { rulesOf } from "./control-rules.ts";

/** A control of a step of code, as its JSON schema describes it. */
export interface Control {
  name: string;
  label: string;
  hint: string | undefined;
  kind: ControlKind;
  options: readonly Option[];
  /** Undefined where the code has none. */
  defaultValue: unknown;
  isRequired: boolean;
  /** Whether the code has it; a value may be stored for one that it had. */
  isKnown: boolean;
}

/**
 * The controls of a step: those that need a value, then by their labels, as the order of a stored schema is none of its author's. A value without
 * a control, which the code does not know any more, is one as well.
 */
export function controlsOf(schema: unknown, values: Readonly<Record<string, unknown>>): Control[] {
  const { properties, required }: Schema = isJsonObject(schema) ? schema : {};
  const known = isJsonObject(properties) ? properties : {};
  const names: unknown[] = Array.isArray(required) ? required : [];
  const controls = Object.entries(known).map(([name, property]) =>
    controlOf(name, isJsonObject(property) ? property : {}, names.includes(name)),
  );
  const others = Object.keys(values).filter((name) => !Object.hasOwn(known, name));
  controls.sort(
    (one, other) => Number(other.isRequired) - Number(one.isRequired) || one.label.localeCompare(other.label),
  );
  return [
    ...controls,
    ...others.map((name) => ({
      ...controlOf(name, {}, false),
      hint: "The code no longer has this control and does not use the value",
      isKnown: false,
    })),
  ];
}

function controlOf(name: string, schema: Schema, isRequired: boolean): Control {
  const { title, description, default: defaultValue } = schema;
  const kind = kindOf(schema);
  const described = typeof description === "string" ? description.trim().replace(/\.$/, "") : "";
  return {
    name,
    label: typeof title === "string" && title !== "" ? title : name,
    hint: [described, ...rulesOf(schema, kind.kind)].filter(Boolean).join(". ") || undefined,
    ...kind,
    defaultValue,
    isRequired,
    isKnown: true,
  };
}

type Kind = Pick<Control, "kind" | "options">;

/** The text of a value in a field. */
export function textOf({ kind, options }: Kind, value: unknown): string {
  if (value === undefined) return "";
  const json = JSON.stringify(value, null, 2);
  const option = kind === "choice" && options.find((one) => JSON.stringify(one.value, null, 2) === json);
  if (option) return option.id;
  return typeof value === "string" && kind !== "json" ? value : json;
}

/** The value of a text; a number that is none stays a text, which may print a variable. Throws `SyntaxError` for what is no JSON. */
export function parseText({ kind, options }: Kind, text: string): unknown {
  if (kind === "json") return parseExactJson(text);
  const option = kind === "choice" && options.find(({ id }) => id === text);
  if (option) return option.value;
  if (kind !== "number" || text.trim() === "" || !Number.isFinite(Number(text))) return text;
  // The digits of a large integer as they are typed.
  return /^-?[1-9]\d*$/.test(text.trim()) ? parseExactJson(text.trim()) : Number(text);
}
