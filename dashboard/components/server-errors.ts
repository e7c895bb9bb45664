import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { BelfryError } from "#client/client.ts";
import { errorText, sentencesOf } from "../errors.ts";

/** The path of a field of the body, then the issue: "email must be an email". */
const ISSUE = /^([A-Za-z]\w*)(?:[.[]\S*)? (.+)$/;

/**
 * Sets a refusal's issues at the fields that they name, and the others at the form (`errors.root.server`).
 * @param fields the form's field for each field of the request's body
 */
export function setServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: Readonly<Record<string, Path<T>>>,
): void {
  const sentences = error instanceof BelfryError && error.status < 500 ? sentencesOf(error) : [errorText(error)];
  const others: string[] = [];
  for (const sentence of sentences) {
    const [, name = "", message] = ISSUE.exec(sentence) ?? [];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) setError(field, { type: "server", message: message ?? sentence }, { shouldFocus: true });
    else others.push(sentence);
  }
  if (others.length > 0) setError("root.server", { type: "server", message: others.join(" ") });
}
