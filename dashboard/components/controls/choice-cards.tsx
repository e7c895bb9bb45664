import { RadioGroup as AriaRadioGroup, RadioButton, RadioField, Text } from "react-aria-components/RadioGroup";
import { classNames } from "../class-names.ts";
import { FieldGroup, type FieldOptions } from "./field.tsx";

interface ChoiceCardsProps<T extends string> extends FieldOptions {
  value: T;
  options: readonly { id: T; text: string; description: string }[];
  onChange: (value: T) => void;
  readOnly?: boolean;
}

/** One of a few kinds, each a card with a line that says what it is for. The whole card can be pressed. Who only reads sees the chosen one. */
export function ChoiceCards<T extends string>({
  value,
  options,
  onChange,
  readOnly = false,
  ...field
}: ChoiceCardsProps<T>) {
  const chosen = options.find(({ id }) => id === value);
  if (readOnly) {
    return (
      <FieldGroup {...field}>
        {({ isInvalid: _isInvalid, ...control }) => (
          // biome-ignore lint/a11y/useSemanticElements: the label is the one of the field
          <div role="group" {...control} className="rounded-lg border border-outline bg-sunken p-3">
            <span className="block font-medium">{chosen?.text}</span>
            <span className="block text-xs text-muted">{chosen?.description}</span>
          </div>
        )}
      </FieldGroup>
    );
  }
  return (
    <FieldGroup {...field}>
      {(control) => (
        <div className="@container">
          <AriaRadioGroup
            {...control}
            value={value}
            onChange={(next) => {
              const option = options.find(({ id }) => id === next);
              if (option) onChange(option.id);
            }}
            validationBehavior="aria"
            className={classNames(
              "grid grid-cols-1 gap-2",
              options.length === 3 ? "@lg:grid-cols-3" : "@sm:grid-cols-2",
            )}
          >
            {options.map(({ id, text, description }) => (
              <RadioField
                key={id}
                value={id}
                className="group relative rounded-lg border border-outline bg-raised p-3 outline-accent hover:bg-sunken/60 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[[data-selected]]:border-accent has-[[data-selected]]:bg-accent-soft/40"
              >
                <RadioButton className="group/button flex min-h-6 cursor-pointer items-start gap-2 pt-0.5 font-medium outline-none after:absolute after:inset-0">
                  <span className="mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-outline bg-raised group-data-selected/button:border-accent">
                    <span className="hidden size-2 rounded-full bg-accent group-data-selected/button:block forced-colors:bg-[Highlight]" />
                  </span>
                  <span className="min-w-0 wrap-anywhere">{text}</span>
                </RadioButton>
                <Text slot="description" className="block ps-6 text-xs text-muted wrap-anywhere">
                  {description}
                </Text>
              </RadioField>
            ))}
          </AriaRadioGroup>
        </div>
      )}
    </FieldGroup>
  );
}
