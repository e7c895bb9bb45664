import type { JSONPath } from "jsonc-parser";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { NumberInput } from "#dashboard/components/controls/number-input.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";

/** Beyond these, values are seen and changed as JSON. */
const DEPTH_MAX = 4;
const ITEMS_MAX = 3;
const NAMES_MAX = 50;
const DECIMALS = 10;

interface PayloadTreeProps {
  value: Readonly<Record<string, unknown>> | readonly unknown[];
  /** The name of a list, for its items. */
  name?: string;
  path?: JSONPath;
  onChange: (path: JSONPath, value: string | number | boolean) => void;
}

/** The values of a payload as fields, those of an object or an item in a group of their own. */
export function PayloadTree({ value, name = "", path = [], onChange }: PayloadTreeProps) {
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const shown = entries.slice(0, isList ? ITEMS_MAX : NAMES_MAX);
  const hidden = entries.length - shown.length;
  return (
    <>
      {shown.map(([key, one]) => (
        <Value
          key={key}
          label={isList ? `${name} ${Number(key) + 1}`.trim() : key}
          value={one}
          path={[...path, isList ? Number(key) : key]}
          onChange={onChange}
        />
      ))}
      {hidden > 0 && <p className="text-xs text-muted">{`${hidden} more in JSON`}</p>}
    </>
  );
}

interface ValueProps extends Pick<PayloadTreeProps, "onChange"> {
  label: string;
  value: unknown;
  path: JSONPath;
}

function Value({ label, value, path, onChange }: ValueProps) {
  switch (typeof value) {
    case "string":
      return <TextInput label={label} value={value} onChange={(text) => onChange(path, text)} />;
    case "number":
      return (
        <NumberInput
          label={label}
          decimals={DECIMALS}
          value={value}
          // An empty field is a number that is about to be typed.
          onChange={(number) => number !== null && onChange(path, number)}
        />
      );
    case "boolean":
      return <Checkbox label={label} checked={value} onChange={(checked) => onChange(path, checked)} />;
    default:
      return <Other label={label} value={value} path={path} onChange={onChange} />;
  }
}

function Other({ label, value, path, onChange }: ValueProps) {
  if (value === null)
    return <TextInput label={label} placeholder="null" value="" onChange={(text) => onChange(path, text)} />;
  const isGroup = Array.isArray(value) || isJsonObject(value);
  if (!isGroup || path.length > DEPTH_MAX || Object.keys(value).length === 0) {
    const text = isGroup ? (Array.isArray(value) ? `List of ${value.length}` : "Object") : String(value);
    return <TextInput label={label} hint="Can be changed as JSON" readOnly value={text} onChange={() => {}} />;
  }
  if (Array.isArray(value)) return <PayloadTree value={value} name={label} path={path} onChange={onChange} />;
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex min-w-0 flex-col gap-3 border-s-2 ps-3">
        <PayloadTree value={value} name={label} path={path} onChange={onChange} />
      </div>
    </fieldset>
  );
}
