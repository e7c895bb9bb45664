import { RadioGroup as AriaRadioGroup, RadioButton, RadioField, Text } from "react-aria-components/RadioGroup";
import { FieldGroup, type FieldOptions } from "./field.tsx";

interface RadioGroupProps<T extends string> extends FieldOptions {
  value: T | null;
  options: readonly { id: T; text: string; description?: string; disabled?: boolean }[];
  onChange: (value: T) => void;
  onBlur?: () => void;
  disabled?: boolean;
  readOnly?: boolean;
}

/** One of a few options that are all in sight, each with room for a sentence. */
export function RadioGroup<T extends string>({
  value,
  options,
  onChange,
  onBlur,
  disabled = false,
  readOnly = false,
  ...field
}: RadioGroupProps<T>) {
  return (
    <FieldGroup {...field}>
      {(control) => (
        <AriaRadioGroup
          {...control}
          value={value}
          onChange={(next) => {
            const chosen = options.find((option) => option.id === next);
            if (chosen) onChange(chosen.id);
          }}
          {...(onBlur && { onBlur })}
          isDisabled={disabled}
          isReadOnly={readOnly}
          validationBehavior="aria"
          className="flex flex-col gap-1 pb-1"
        >
          {options.map((option) => (
            <RadioField key={option.id} value={option.id} isDisabled={option.disabled ?? false}>
              <RadioButton className="group inline-flex min-h-6 cursor-pointer items-start gap-2 py-0.5 data-disabled:cursor-default data-disabled:opacity-60 data-readonly:cursor-default">
                <span className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-outline bg-raised outline-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-invalid:border-danger group-data-selected:border-accent">
                  <span className="hidden size-2 rounded-full bg-accent group-data-selected:block forced-colors:bg-[Highlight]" />
                </span>
                <span className="min-w-0 wrap-anywhere">{option.text}</span>
              </RadioButton>
              {option.description && (
                <Text slot="description" className="block ps-6 text-xs text-muted wrap-anywhere">
                  {option.description}
                </Text>
              )}
            </RadioField>
          ))}
        </AriaRadioGroup>
      )}
    </FieldGroup>
  );
}
