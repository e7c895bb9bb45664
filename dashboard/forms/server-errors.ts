import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { BelfryError } from "#client/client.ts";
import { SENTENCE } from "#dashboard/components/controls/field.tsx";
import { errorText, joinSentences, sentencesOf } from "../errors.ts";

/** The path of a field of the body, then the issue: "email must be an email", "steps.0.name is missing"; after a colon, a sentence. */
const ISSUE = /^([A-Za-z][\w.[\]-]*)(:?) (.+)$/;

/** Returns the field that a sentence of a refusal names, by the names of its path, and the issue with it. */
export function issueOf(sentence: string): Issue | undefined {
  const [, path, colon, message] = ISSUE.exec(sentence) ?? [];
  if (path === undefined || message === undefined) return undefined;
  const names = path.replace(/\[(\w+)\]/g, ".$1").split(".");
  return colon ? { names, message: upperFirst(message), isSentence: true } : { names, message, isSentence: false };
}

interface Issue {
  names: readonly string[];
  message: string;
  /** Whether the message does not follow the label of the field, but is a sentence of its own. */
  isSentence: boolean;
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
  let isFirst = true;
  for (const sentence of sentences) {
    const issue = issueOf(sentence);
    const field = issue && fieldAt(issue.names, fields);
    if (field) {
      const type = issue.isSentence ? SENTENCE : "server";
      setError(field, { type, message: issue.message }, { shouldFocus: isFirst });
      isFirst = false;
    } else others.push(sentence);
  }
  if (others.length > 0) setError("root.server", { type: "server", message: joinSentences(others) });
}

/** Returns the form's field for a path of the body, by the longest beginning of it that is known. */
function fieldAt<T extends FieldValues>(
  names: readonly string[],
  fields: Readonly<Record<string, Path<T>>>,
): Path<T> | undefined {
  for (let length = names.length; length > 0; length -= 1) {
    const beginning = names.slice(0, length).join(".");
    const below = `${beginning}.*`;
    if (length < names.length && Object.hasOwn(fields, below))
      return [fields[below], ...names.slice(length)].join(".") as Path<T>;
    if (Object.hasOwn(fields, beginning)) return fields[beginning];
  }
  return undefined;
}
