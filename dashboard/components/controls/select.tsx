import { ChevronDown } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Select as AriaSelect, Button, ListBox, Popover, SelectValue } from "react-aria-components/Select";
import { POPOVER_CLASS } from "../overlays/popover-class.ts";
import { CONTROL_CLASS, Field, FieldGroup, type FieldOptions, Input } from "./field.tsx";
import { ListOption } from "./list-option.tsx";

export interface SelectOption<T extends string> {
  id: T;
  text: string;
  description?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

interface SelectProps<T extends string> extends FieldOptions {
  value: T | null;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  /** Receives the button, for the focus of a form with an error. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** One of a few options that are known. Arrow keys and first letters choose, also while the list is closed. */
export function Select<T extends string>({
  value,
  options,
  onChange,
  onBlur,
  placeholder = "Choose",
  disabled = false,
  readOnly = false,
  ref,
  ...field
}: SelectProps<T>) {
  if (readOnly) {
    const text = options.find(({ id }) => id === value)?.text ?? "";
    return <Field {...field}>{(control) => <Input {...control} readOnly value={text} />}</Field>;
  }
  return (
    <FieldGroup {...field}>
      {(control) => (
        <AriaSelect
          {...control}
          value={value}
          onChange={(key) => {
            const chosen = options.find(({ id }) => id === key);
            if (chosen) onChange(chosen.id);
          }}
          {...(onBlur && { onBlur })}
          isDisabled={disabled}
          placeholder={placeholder}
          className="min-w-0"
        >
          <Button
            ref={ref}
            data-invalid={control.isInvalid || undefined}
            className={`${CONTROL_CLASS} cursor-pointer justify-between gap-2 px-2.5 text-start`}
          >
            <SelectValue className="flex min-w-0 items-center gap-2 data-placeholder:text-muted [&_[slot=description]]:hidden" />
            <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
          </Button>
          <Popover
            offset={4}
            className={`${POPOVER_CLASS} min-w-(--trigger-width) max-w-[min(24rem,calc(100vw-1.5rem))]`}
          >
            <ListBox items={options} className="p-1 outline-none">
              {(option) => <ListOption {...option} />}
            </ListBox>
          </Popover>
        </AriaSelect>
      )}
    </FieldGroup>
  );
}
