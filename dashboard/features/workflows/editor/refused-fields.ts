import type { FieldError } from "react-hook-form";
import { BelfryError } from "#client/client.ts";
import type { RefusedField } from "#dashboard/editing/editor-model.ts";
import { issueOf } from "#dashboard/forms/server-errors.ts";

/** A field of a workflow that the server has refused to save. Its path is as issues of steps name it: `body`, `variants.0.body`. */
export interface RefusedStepField extends RefusedField {
  /** The key of its step; undefined for a field of the workflow. */
  key: string | undefined;
}

/** Returns the fields that a refusal of a save names. `keys` are those of the steps that were sent, in their order. */
export function refusedFields(error: unknown, keys: readonly string[]): RefusedStepField[] {
  if (!(error instanceof BelfryError) || (error.status !== 400 && error.status !== 422)) return [];
  return error.problems.flatMap((problem): RefusedStepField[] => {
    const issue = issueOf(problem);
    if (!issue) return [];
    const [first, index, ...below] = issue.names;
    const key = first === "steps" && index !== undefined ? keys[Number(index)] : undefined;
    if (key === undefined) return [{ key, path: issue.names.join("."), message: issue.message }];
    return [{ key, path: below.filter((name) => name !== "controlValues").join("."), message: issue.message }];
  });
}

/** Returns the error of a field of which it, or something in it, was refused. */
export function refusalAt(
  fields: readonly RefusedStepField[],
  key: string | undefined,
  path: string,
): FieldError | undefined {
  const found = fields.filter((field) => field.key === key && `${field.path}.`.startsWith(`${path}.`));
  if (found.length === 0) return undefined;
  return { type: "server", message: [...new Set(found.map(({ message }) => message))].join(", ") };
}
