import { isJsonObject } from "#contract/constants/values/json-object.ts";

/** How a control is filled in. `line` is a text of one line. */
export type ControlKind = "text" | "line" | "choice" | "number" | "json";

/** A value that can be chosen. */
export interface Option {
  /** The value that a field holds for it. */
  id: string;
  text: string;
  value: unknown;
}

export type Schema = Readonly<Record<string, unknown>>;

const KINDS: Readonly<Partial<Record<string, ControlKind>>> = { string: "text", number: "number", integer: "number" };

/** Texts up to this length have one line. */
const LINE_MAX = 120;

/** Returns how a value of a schema is filled in: by a choice, where the schema lists its values. */
export function kindOf(schema: Schema): { kind: ControlKind; options: readonly Option[] } {
  const options = optionsOf(schema);
  if (options) return { kind: "choice", options };
  const { type, format, maxLength } = schema;
  const kind = (typeof type === "string" && KINDS[type]) || "json";
  const isLine = typeof format === "string" || (typeof maxLength === "number" && maxLength <= LINE_MAX);
  return { kind: kind === "text" && isLine ? "line" : kind, options: [] };
}

function optionsOf({ type, enum: allowed, oneOf, anyOf }: Schema): Option[] | undefined {
  if (Array.isArray(allowed) && allowed.every(isPlain)) return allowed.map((value) => optionOf(value));
  const branches = oneOf ?? anyOf;
  if (Array.isArray(branches) && branches.length > 0) {
    const constants = branches.map((branch) =>
      isJsonObject(branch) && isPlain(branch.const) ? optionOf(branch.const, branch.title) : undefined,
    );
    return constants.every((one) => one !== undefined) ? constants : undefined;
  }
  return type === "boolean" ? [optionOf(true), optionOf(false)] : undefined;
}

const isPlain = (value: unknown): boolean =>
  value === null || ["string", "number", "bigint", "boolean"].includes(typeof value);

const WORDS = new Map<unknown, string>([
  [true, "Yes"],
  [false, "No"],
  [null, "None"],
  ["", "Empty"],
]);

const optionOf = (value: unknown, title?: unknown): Option => ({
  // A text and the number that it writes are different values.
  id: typeof value === "string" ? value : JSON.stringify(value),
  text: typeof title === "string" && title !== "" ? title : (WORDS.get(value) ?? String(value)),
  value,
});
