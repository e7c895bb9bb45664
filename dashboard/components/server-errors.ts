import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { BelfryError } from "#client/client.ts";
import { errorText, sentencesOf } from "../errors.ts";

/** The path of a field of the body, then the issue: "email must be an email", "steps.0.name is missing". */
const ISSUE = /^([A-Za-z][\w.[\]-]*) (.+)$/;

/**
 * Sets a refusal's issues at the fields that they name, and the others at the form (`errors.root.server`).
 * @param fields the form's field for each field of the request's body, with everything below it; `"steps.*": "steps"` stands for
 * each field below, of which the form has one at the same place
 */
export function setServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: Readonly<Record<string, Path<T>>>,
): void {
  const sentences = error instanceof BelfryError && error.status < 500 ? sentencesOf(error) : [errorText(error)];
  const others: string[] = [];
  for (const sentence of sentences) {
    const [, path = "", message] = ISSUE.exec(sentence) ?? [];
    const field = fieldAt(path, fields);
    if (field) setError(field, { type: "server", message: message ?? sentence }, { shouldFocus: true });
    else others.push(sentence);
  }
  if (others.length > 0) setError("root.server", { type: "server", message: others.join(" ") });
}

/** Returns the form's field for a path of the body, by the longest beginning of it that is known. */
function fieldAt<T extends FieldValues>(path: string, fields: Readonly<Record<string, Path<T>>>): Path<T> | undefined {
  const names = path.replace(/\[(\w+)\]/g, ".$1").split(".");
  for (let length = names.length; length > 0; length -= 1) {
    const beginning = names.slice(0, length).join(".");
    const below = `${beginning}.*`;
    if (length < names.length && Object.hasOwn(fields, below))
      return [fields[below], ...names.slice(length)].join(".") as Path<T>;
    if (Object.hasOwn(fields, beginning)) return fields[beginning];
  }
  return undefined;
}
