import { ChevronDown, X } from "lucide-react";
import { type Ref, useId, useState } from "react";
import { classNames } from "../class-names.ts";
import { IconButton } from "./button.tsx";
import { CONTROL_CLASS, Field, FieldGroup, type FieldOptions, Input } from "./field.tsx";
import { PickerPopover } from "./picker-popover.tsx";
import type { PickerItem, PickerSearch } from "./picker-results.tsx";

interface PickerProps extends FieldOptions {
  value: PickerItem | null;
  onChange: (value: PickerItem | null) => void;
  onBlur?: () => void;
  search: PickerSearch;
  /** Names in the query cache what is searched: kind of object and environment. */
  queryKey: readonly unknown[];
  placeholder?: string;
  /** Lets the value be taken away again. */
  clearable?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** Receives the button, for the focus of a form with an error. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** One of many objects, which the server searches as the member types. */
export function Picker({
  value,
  onChange,
  onBlur,
  search,
  queryKey,
  placeholder = "Choose",
  clearable = false,
  disabled = false,
  readOnly = false,
  ref,
  ...field
}: PickerProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  if (readOnly)
    return <Field {...field}>{(control) => <Input {...control} readOnly value={value?.text ?? ""} />}</Field>;

  const text = value?.text ?? placeholder;
  function choose(item: PickerItem | null) {
    setOpen(false);
    onChange(item);
  }

  return (
    <FieldGroup {...field}>
      {({ isInvalid, ...control }) => (
        <div className="relative">
          <PickerPopover
            label={field.label}
            chosen={value ? [value] : []}
            search={search}
            queryKey={queryKey}
            onChange={([item]) => choose(item ?? null)}
            open={open}
            onOpenChange={(next) => {
              setOpen(next);
              if (!next) onBlur?.();
            }}
            trigger={
              <button
                id={id}
                ref={ref}
                type="button"
                disabled={disabled}
                {...(field.labelHidden
                  ? { "aria-label": `${field.label} ${text}` }
                  : { "aria-labelledby": `${control["aria-labelledby"]} ${id}` })}
                aria-describedby={control["aria-describedby"]}
                data-disabled={disabled || undefined}
                data-invalid={isInvalid || undefined}
                className={classNames(CONTROL_CLASS, "gap-2 ps-2.5 text-start", clearable ? "pe-16" : "pe-8")}
              >
                <span className={classNames("truncate", !value && "text-muted")}>{text}</span>
                <ChevronDown className="absolute end-2.5 size-4 shrink-0 text-muted" aria-hidden="true" />
              </button>
            }
          />
          {clearable && value && !disabled && (
            <IconButton label={`Clear ${field.label}`} className="absolute end-8 top-0" onClick={() => choose(null)}>
              <X className="size-4" aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </FieldGroup>
  );
}
