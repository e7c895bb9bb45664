import { ToggleButton, ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { classNames } from "../class-names.ts";
import { FieldGroup, type FieldOptions } from "./field.tsx";

interface ToggleChoicesProps<T extends string> extends FieldOptions {
  value: readonly T[];
  /** `name` is the whole name of one whose text is short: "Monday" for "Mo". */
  options: readonly { id: T; text: string; name?: string }[];
  /** Gets the chosen ones in the order of the options. */
  onChange: (value: T[]) => void;
  readOnly?: boolean;
  /** Lays the buttons out in rows of seven, as a calendar has them. */
  calendar?: boolean;
}

/** Any number of short options, such as days, each a button that is pressed or not. */
export function ToggleChoices<T extends string>({
  value,
  options,
  onChange,
  readOnly = false,
  calendar = false,
  ...field
}: ToggleChoicesProps<T>) {
  return (
    <FieldGroup {...field}>
      {({ isInvalid: _isInvalid, ...control }) => (
        <ToggleButtonGroup
          {...control}
          selectionMode="multiple"
          selectedKeys={value}
          onSelectionChange={(keys) => onChange(options.flatMap(({ id }) => (keys.has(id) ? [id] : [])))}
          isDisabled={readOnly}
          className={classNames("gap-1", calendar ? "grid w-fit grid-cols-7" : "flex flex-wrap")}
        >
          {options.map(({ id, text, name }) => (
            <ToggleButton
              key={id}
              id={id}
              {...(name !== undefined && { "aria-label": name })}
              className="min-h-8 min-w-9 rounded-md border border-outline bg-raised px-2 text-center tabular-nums outline-accent hover:bg-sunken data-disabled:opacity-70 data-disabled:hover:bg-raised data-focus-visible:outline-2 data-focus-visible:outline-offset-1 data-selected:border-accent data-selected:bg-accent-soft data-selected:font-medium data-selected:text-accent forced-colors:data-selected:bg-[Highlight] forced-colors:data-selected:text-[HighlightText]"
            >
              <span>{text}</span>
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </FieldGroup>
  );
}
