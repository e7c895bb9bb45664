import { CONTROLS, type ControlledType, givenValues } from "#contract/workflows/step-controls.ts";
import { withPath } from "#domain/values/dotted-path.ts";
import { mapLeaves } from "#domain/values/map-leaves.ts";
import type { PlainObject } from "#domain/values/plain-object.ts";
import { illegalVariables } from "./control-issues.ts";

const PLACEHOLDER_URL = "https://www.redirect-example.com";
/** Values that are mended at most. */
const ROUNDS = 5;

/** Stand-ins for values that are missing or wrong, by the last key of their path. */
const DEFAULTS: Readonly<Record<string, string>> = {
  subject: "",
  body: " ",
  label: " ",
  url: PLACEHOLDER_URL,
  target: "_blank",
};

/**
 * The values with what is wrong in them replaced or left out, and with variables that do not exist blanked, so that a preview
 * shows the rest.
 */
export function previewValues(type: ControlledType, stored: PlainObject, variables: unknown): PlainObject {
  let values = givenValues(stored);
  for (let round = 0; round < ROUNDS; round++) {
    const parsed = CONTROLS[type].safeParse(values);
    if (parsed.success) break;
    for (const { path } of parsed.error.issues) {
      const key = String(path.at(-1) ?? "");
      const top = String(path[0] ?? "");
      if (Object.hasOwn(DEFAULTS, key)) values = withPath(values, path.join("."), DEFAULTS[key]);
      else if (top !== "") values = Object.fromEntries(Object.entries(values).filter(([name]) => name !== top));
    }
  }
  return mapLeaves(values, (leaf) => (typeof leaf === "string" ? blanked(leaf, variables) : leaf));
}

/** A template that cannot be parsed is nothing to show, nor is one whose tags use what does not exist. */
function blanked(text: string, variables: unknown): string {
  let left = "";
  let end = 0;
  const outputs = illegalVariables(text, variables).flatMap((illegal) => illegal.outputs);
  for (const output of outputs.toSorted((one, other) => one.begin - other.begin)) {
    left += text.slice(end, Math.max(output.begin, end));
    end = output.end;
  }
  left += text.slice(end);
  return illegalVariables(left, variables).length > 0 ? "" : left;
}
