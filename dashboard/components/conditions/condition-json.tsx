import { useState } from "react";
import type { Filter } from "#contract/schemas/conditions.ts";
import { parseExactJson } from "#dashboard/exact-json.ts";
import { useKeptInput } from "#dashboard/kept-input.ts";
import { SENTENCE } from "../controls/field.tsx";
import { jsonFault } from "../controls/json-fault.ts";
import { JsonField } from "../controls/json-field.tsx";
import { isFilterList } from "./filters.ts";

interface ConditionJsonProps {
  label: string;
  value: unknown;
  onChange: (filters: Filter[]) => void;
}

/** Conditions as JSON. What are none yet stays in the field, and the conditions as they were. */
export function ConditionJson({ label, value, onChange }: ConditionJsonProps) {
  const [typed, setTyped] = useState<{ text: string; of: unknown }>();
  const isTyped = typed !== undefined && typed.of === value;
  const text = isTyped ? typed.text : JSON.stringify(value ?? [], null, 2);
  const parsed: unknown = jsonFault(text) === undefined ? parseExactJson(text) : undefined;
  const isWrong = parsed !== undefined && !isFilterList(parsed);
  useKeptInput<string>(`json/${label}`, {
    typed: () => (isTyped && !isFilterList(parsed) ? text : undefined),
    onReturn: (kept) => setTyped({ text: kept, of: value }),
  });

  function change(next: string) {
    const found: unknown = jsonFault(next) === undefined ? parseExactJson(next) : undefined;
    const isList = isFilterList(found);
    setTyped({ text: next, of: isList ? found : value });
    if (isList) onChange(found);
  }

  return (
    <JsonField
      label={label}
      hint="A list of groups, of which one has to pass"
      error={
        isWrong
          ? {
              type: SENTENCE,
              message:
                'Write a list of groups, each with its conditions in children: [{ "value": "AND", "children": [] }]',
            }
          : undefined
      }
      value={text}
      onChange={change}
    />
  );
}
