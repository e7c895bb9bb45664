import { Braces, Hash } from "lucide-react";
import { useState } from "react";
import type { FieldError } from "react-hook-form";
import type { FilterPart } from "#contract/schemas/conditions.ts";
import { CodeField } from "../code/code-field.tsx";
import { IconButton } from "../controls/button.tsx";
import { DateTimeField } from "../controls/date-time-field.tsx";
import { JsonValueField } from "../controls/json-value-field.tsx";
import { NumberInput } from "../controls/number-input.tsx";
import { Switch } from "../controls/switch.tsx";
import { TagInput } from "../controls/tag-input.tsx";
import { useConditionEditing } from "./condition-context.tsx";
import type { FieldType } from "./condition-fields.ts";
import { isTemplate, listOfTags, scalarControl, valueControl } from "./condition-value.ts";

interface ValueFieldProps {
  /** Names the condition. */
  name: string;
  part: FilterPart;
  type: FieldType;
  error: FieldError | undefined;
  onChange: (value: unknown) => void;
}

/** The expected value of a condition, by the type of its field; nothing for an operator that expects none. */
export function ValueField({ name, part, type, error, onChange }: ValueFieldProps) {
  const { readOnly } = useConditionEditing();
  const control = valueControl(part, type);
  const label = `${name}: value`;
  switch (control.kind) {
    case "none":
      return null;
    case "tags":
      return (
        <TagInput
          label={label}
          labelHidden
          placeholder="Add a value"
          error={error}
          readOnly={readOnly}
          value={control.tags}
          onChange={(tags) => onChange(listOfTags(tags, part.value))}
        />
      );
    case "range": {
      const [low, high] = control.bounds;
      return (
        <div className="flex min-w-0 flex-wrap gap-2">
          <div className="min-w-28 flex-1">
            <ScalarField
              label={`${name}: lowest value`}
              value={low}
              type={type}
              error={error}
              onChange={(next) => onChange([next, high])}
            />
          </div>
          <div className="min-w-28 flex-1">
            <ScalarField
              label={`${name}: highest value`}
              value={high}
              type={type}
              error={undefined}
              onChange={(next) => onChange([low, next])}
            />
          </div>
        </div>
      );
    }
    case "json":
      return (
        <JsonValueField
          label={label}
          objectOnly={false}
          error={error}
          readOnly={readOnly}
          value={part.value}
          onChange={onChange}
        />
      );
    default:
      return <ScalarField label={label} value={part.value} type={type} error={error} onChange={onChange} />;
  }
}

interface ScalarFieldProps extends Pick<ValueFieldProps, "type" | "error" | "onChange"> {
  label: string;
  value: unknown;
}

/** One value, which may be a variable in place of a fixed one. */
function ScalarField({ label, value, type, error, onChange }: ScalarFieldProps) {
  const { readOnly, variables, seen, onUndo, onRedo } = useConditionEditing();
  const [isText, setText] = useState(false);
  const own = scalarControl(value, type);
  const hasOwnControl = own.kind === "number" || own.kind === "switch" || own.kind === "date";
  const field = { label, labelHidden: true, error, readOnly };
  const asText = own.kind === "text" || isText;
  return (
    <div className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 flex-1">
        {own.kind === "json" && <JsonValueField {...field} objectOnly={false} value={value} onChange={onChange} />}
        {own.kind !== "json" && asText && (
          <CodeField
            {...field}
            language="liquid-text"
            placeholder="Value"
            value={value === undefined ? "" : String(value)}
            variables={variables}
            seen={seen}
            onUndo={onUndo}
            onRedo={onRedo}
            onChange={onChange}
          />
        )}
        {!asText && own.kind === "number" && (
          <NumberInput {...field} decimals={8} value={own.number} onChange={(number) => onChange(number ?? "")} />
        )}
        {!asText && own.kind === "switch" && (
          <Switch
            label={label}
            stateText={own.isOn ? "true" : "false"}
            checked={own.isOn}
            disabled={readOnly}
            onChange={onChange}
          />
        )}
        {!asText && own.kind === "date" && (
          <DateTimeField {...field} zone={zone} value={own.moment} onChange={(moment) => onChange(moment ?? "")} />
        )}
      </div>
      {!readOnly && hasOwnControl && (
        <IconButton
          label={isText ? `${label}: use a fixed one` : `${label}: use a variable`}
          aria-pressed={isText}
          onClick={() => setText(!isText)}
        >
          {isText ? <Hash className="size-4" aria-hidden="true" /> : <Braces className="size-4" aria-hidden="true" />}
        </IconButton>
      )}
      {!readOnly &&
        own.kind === "text" &&
        type !== "text" &&
        type !== "any" &&
        type !== "list" &&
        isTemplate(value) && (
          <IconButton label={`${label}: use a fixed one`} onClick={() => onChange(type === "boolean" ? true : "")}>
            <Hash className="size-4" aria-hidden="true" />
          </IconButton>
        )}
    </div>
  );
}

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
