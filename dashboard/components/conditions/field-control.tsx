import { useMemo, useState } from "react";
import type { FieldError } from "react-hook-form";
import type { FilterPart } from "#contract/schemas/conditions.ts";
import { Button } from "../controls/button.tsx";
import { Combobox } from "../controls/combobox.tsx";
import { useConditionEditing } from "./condition-context.tsx";
import { fieldText, isSpecial, withField, withFittingOperator } from "./condition-fields.ts";
import { unknownField } from "./known-fields.ts";

const NONE: never[] = [];

interface FieldControlProps {
  label: string;
  part: FilterPart;
  path: string;
  error: FieldError | undefined;
}

/** The field of a condition: one that is known, or any other as text. */
export function FieldControl({ label, part, path, error }: FieldControlProps) {
  const editing = useConditionEditing();
  const { fields, schemas, readOnly, specialFields, change, changeField } = editing;
  // Stands for the field while it is typed, as half a name is another field.
  const [typed, setTyped] = useState<string>();
  const [isUsed, setUsed] = useState(false);
  const suggestions = useMemo(() => [...fields, ...specialFields], [fields, specialFields]);
  const shown = fieldText(part);
  const unknown = typed === undefined && !isSpecial(part) ? unknownField(shown, schemas, fields) : undefined;

  function settle(text: string) {
    const next = withField(part, text, editing);
    const type = fields.find((field) => field.text === fieldText(next))?.type ?? "any";
    changeField(path, withFittingOperator(next, type));
  }

  function type(text: string) {
    setTyped(text);
    if (suggestions.some((suggestion) => suggestion.text === text)) settle(text);
    // The settings of a condition of another kind stay until it is clear that it becomes another one.
    else if (!isSpecial(part)) change(path, withField(part, text, editing));
  }

  function leave() {
    if (typed === undefined) return;
    if (typed.trim() !== "" && typed !== shown) settle(typed);
    setTyped(undefined);
  }

  return (
    <div className="flex min-w-0 flex-col gap-1" onFocusCapture={() => setUsed(true)}>
      <Combobox
        label={label}
        labelHidden
        placeholder="Field"
        error={error}
        value={typed ?? shown}
        readOnly={readOnly}
        // A list of hundreds in each of many conditions would be slow.
        suggestions={isUsed ? suggestions : NONE}
        onChange={type}
        onBlur={leave}
      />
      {unknown && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-warning wrap-anywhere">
          {`${shown} is not known.${unknown.meant === undefined ? "" : ` Did you mean ${unknown.meant}?`}`}
          {unknown.meant !== undefined && !readOnly && (
            <Button small onClick={() => settle(unknown.meant ?? shown)}>
              {`Use ${unknown.meant}`}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
