import { isJsonObject } from "#contract/constants/json-object.ts";

/** How a control is filled in. */
export type ControlKind = "text" | "choice" | "number" | "flag" | "json";

/** A control of a step of code, as its JSON schema describes it. */
export interface Control {
  name: string;
  label: string;
  hint: string | undefined;
  kind: ControlKind;
  options: readonly string[];
  /** Undefined where the code has none. */
  defaultValue: unknown;
  isRequired: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

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
    ...others.map((name) => ({ ...controlOf(name, {}, false), hint: "The code has no such control" })),
  ];
}

function controlOf(name: string, schema: Schema, isRequired: boolean): Control {
  const { title, description, default: defaultValue } = schema;
  return {
    name,
    label: typeof title === "string" && title !== "" ? title : name,
    hint: typeof description === "string" && description !== "" ? description : undefined,
    ...kindOf(schema),
    defaultValue,
    isRequired,
  };
}

function kindOf({ type, enum: allowed }: Schema): Pick<Control, "kind" | "options"> {
  if (Array.isArray(allowed) && allowed.every((one) => typeof one === "string")) {
    return { kind: "choice", options: allowed };
  }
  const kinds: Partial<Record<string, ControlKind>> = {
    string: "text",
    number: "number",
    integer: "number",
    boolean: "flag",
  };
  return { kind: (typeof type === "string" && kinds[type]) || "json", options: [] };
}

/** The text of a value in a field. */
export function textOf({ kind }: Pick<Control, "kind">, value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" && kind !== "json" ? value : JSON.stringify(value, null, 2);
}

/** The value of a text; a number that is none stays a text, which may print a variable. Throws `SyntaxError` for what is no JSON. */
export function parseText({ kind }: Pick<Control, "kind">, text: string): unknown {
  if (kind === "json") return JSON.parse(text);
  if (kind === "flag" && (text === "true" || text === "false")) return text === "true";
  if (kind === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return text;
}
