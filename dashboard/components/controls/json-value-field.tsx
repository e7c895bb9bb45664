import { type ReactNode, useState } from "react";
import type { FieldError } from "react-hook-form";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { useKeptInput } from "#dashboard/kept-input.ts";
import { jsonFault } from "./json-fault.ts";
import { JsonField } from "./json-field.tsx";

interface JsonValueFieldProps {
  label: string;
  hint?: ReactNode;
  error?: FieldError | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
  /** Only an object is a value. */
  objectOnly?: boolean;
}

const textOfValue = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

/** A value that is typed as JSON. What is no JSON yet stays in the field, and the value as it was. */
export function JsonValueField({ value, onChange, objectOnly = true, ...field }: JsonValueFieldProps) {
  const [typed, setTyped] = useState<{ text: string; of: unknown }>();
  // What was typed stands for the value until that changes from outside.
  const isTyped = typed !== undefined && typed.of === value;
  const text = isTyped ? typed.text : textOfValue(value);
  // The editor keeps values, and so not what is none yet.
  useKeptInput<string>(`json/${field.label}`, {
    typed: () => (isTyped && jsonFault(text) !== undefined && text.trim() !== "" ? text : undefined),
    onReturn: (kept) => setTyped({ text: kept, of: value }),
  });

  function change(next: string) {
    const isEmpty = next.trim() === "";
    const parsed = isEmpty || jsonFault(next) !== undefined ? undefined : parseExactJson(next);
    const isValue = isEmpty || (parsed !== undefined && (!objectOnly || isJsonObject(parsed)));
    setTyped({ text: next, of: isValue ? parsed : value });
    if (isValue) onChange(parsed);
  }

  return <JsonField {...field} optional value={text} onChange={change} />;
}
