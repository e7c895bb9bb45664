import { Plus, Trash2 } from "lucide-react";
import type { FieldError } from "react-hook-form";
import type { Filter } from "#contract/conditions.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { errorNote } from "../../../components/field.tsx";
import { Segmented } from "../../../components/segmented.tsx";
import { Select } from "../../../components/select.tsx";
import { TextInput } from "../../../components/text-input.tsx";
import { conditionText } from "../condition-text.ts";
import { type ConditionRow, filtersOfRows, rowsOf } from "./filters.ts";

interface ConditionRowsProps {
  label: string;
  filters: Filter[];
  error?: FieldError | undefined;
  onChange: (filters: Filter[]) => void;
  readOnly: boolean;
}

const SOURCES = [
  { id: "payload", text: "Payload" },
  { id: "subscriber", text: "Subscriber" },
  { id: "tenant", text: "Tenant" },
] as const;

const OPERATORS = [
  { id: "EQUAL", text: "is" },
  { id: "NOT_EQUAL", text: "is not" },
  { id: "LARGER", text: "is larger than" },
  { id: "LARGER_EQUAL", text: "is at least" },
  { id: "SMALLER", text: "is smaller than" },
  { id: "SMALLER_EQUAL", text: "is at most" },
  { id: "LIKE", text: "contains" },
  { id: "NOT_LIKE", text: "does not contain" },
  { id: "IN", text: "is one of" },
  { id: "NOT_IN", text: "is none of" },
  { id: "IS_DEFINED", text: "is set" },
] as const;

const NEW_ROW: ConditionRow = { on: "payload", field: "", operator: "EQUAL", value: "" };

/** Comparisons that have to pass, all of them or one. Conditions in groups are shown in words, and stay as they are. */
export function ConditionRows({ label, filters, error, onChange, readOnly }: ConditionRowsProps) {
  const found = rowsOf(filters);
  const note = error && errorNote(label, error);
  if (!found) {
    return (
      <p>
        <span className="font-medium">{label}: </span>
        {conditionText(filters)}
      </p>
    );
  }
  const { joined, rows } = found;
  const setRows = (next: readonly ConditionRow[]) => onChange(filtersOfRows(joined, next, filters));
  const change = (index: number, changes: Partial<ConditionRow>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...changes } : row)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      {rows.length > 1 && (
        <Segmented
          label="How many have to pass"
          value={joined}
          disabled={readOnly}
          options={[
            { id: "AND", text: "All" },
            { id: "OR", text: "Any" },
          ]}
          onChange={(next) => onChange(filtersOfRows(next, rows, filters))}
        />
      )}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids
        <div key={index} className="flex items-end gap-2">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 xl:grid-cols-4">
            <Select
              label="Of"
              readOnly={readOnly}
              value={SOURCES.find(({ id }) => id === row.on)?.id ?? "payload"}
              options={SOURCES}
              onChange={(on) => change(index, { on })}
            />
            <TextInput
              label="Field"
              value={row.field}
              readOnly={readOnly}
              onChange={(field) => change(index, { field })}
            />
            <Select
              label="Operator"
              readOnly={readOnly}
              value={OPERATORS.find(({ id }) => id === row.operator)?.id ?? null}
              options={OPERATORS}
              onChange={(operator) => change(index, { operator })}
            />
            {row.operator !== "IS_DEFINED" && (
              <TextInput
                label="Value"
                value={row.value}
                readOnly={readOnly}
                onChange={(value) => change(index, { value })}
              />
            )}
          </div>
          {!readOnly && (
            <IconButton
              label={`Delete condition ${index + 1}`}
              onClick={() => setRows(rows.filter((_, at) => at !== index))}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      {note && <p className="text-xs text-danger wrap-anywhere">{note}</p>}
      {!readOnly && (
        <Button className="self-start" onClick={() => setRows([...rows, NEW_ROW])}>
          <Plus className="size-4" aria-hidden="true" /> Add condition
        </Button>
      )}
    </fieldset>
  );
}
