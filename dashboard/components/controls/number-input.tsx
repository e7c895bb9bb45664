import { ChevronDown, ChevronUp } from "lucide-react";
import { type Ref, useContext, useEffect, useRef } from "react";
import { Button, Group, Input, NumberField, NumberFieldStateContext } from "react-aria-components/NumberField";
import { CONTROL_CLASS, FieldGroup, type FieldOptions } from "./field.tsx";

interface NumberInputProps extends FieldOptions {
  /** null where nothing is entered. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** Limits of the buttons and arrow keys. A number outside that is typed stays, for the form to refuse with a sentence. */
  min?: number;
  max?: number;
  step?: number;
  /** Decimal places; none by default. */
  decimals?: number;
  /** Shown after the number: "days". */
  unit?: string;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * A number with digits alone: no exponents, no rounding behind the member's back, and the wheel of a mouse scrolls the page. Each change
 * counts as it is typed.
 */
export function NumberInput({ ref, ...props }: NumberInputProps) {
  const { label, labelHidden = false, hint, error, ...number } = props;
  return (
    <FieldGroup label={label} labelHidden={labelHidden} hint={hint} error={error}>
      {(control) => <NumberBox {...control} {...number} ref={ref} />}
    </FieldGroup>
  );
}

type NumberBoxProps = Omit<NumberInputProps, keyof FieldOptions> & {
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string;
  isInvalid: boolean;
};

/** The number alone, for fields that consist of more. */
export function NumberBox({
  value,
  onChange,
  onBlur,
  min,
  max,
  step = 1,
  decimals = 0,
  unit,
  disabled = false,
  readOnly = false,
  ref,
  ...control
}: NumberBoxProps) {
  return (
    <NumberField
      {...control}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      {...(onBlur && { onBlur })}
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
      step={step}
      commitBehavior="validate"
      validationBehavior="aria"
      isWheelDisabled
      formatOptions={{ maximumFractionDigits: decimals, useGrouping: false }}
      isDisabled={disabled}
      isReadOnly={readOnly}
      className="min-w-0"
    >
      <Group className={`${CONTROL_CLASS} overflow-hidden`} isReadOnly={readOnly}>
        <TypedNumber inputRef={ref} />
        {unit && <span className="shrink-0 pe-2 text-muted">{unit}</span>}
        {!readOnly && (
          <span className="flex shrink-0 self-stretch border-s">
            <Button slot="decrement" className={STEP}>
              <ChevronDown className="size-4" aria-hidden="true" />
            </Button>
            <Button slot="increment" className={STEP}>
              <ChevronUp className="size-4" aria-hidden="true" />
            </Button>
          </span>
        )}
      </Group>
    </NumberField>
  );
}

/** The text of the number. The field itself would only take a typed number once it is left. */
function TypedNumber({ inputRef }: { inputRef: Ref<HTMLInputElement> | undefined }) {
  const state = useContext(NumberFieldStateContext);
  const isTyped = useRef(false);
  useEffect(() => {
    if (!state || !isTyped.current) return;
    isTyped.current = false;
    // A sign alone is no number yet.
    if (state.inputValue === "" || !Number.isNaN(state.numberValue)) state.setNumberValue(state.numberValue);
  });
  return (
    <Input
      ref={inputRef}
      onChange={() => {
        isTyped.current = true;
      }}
      className="min-h-7.5 w-full min-w-16 flex-1 bg-transparent ps-2.5 pe-1 tabular-nums outline-none"
    />
  );
}

const STEP = "inline-flex w-6 items-center justify-center text-muted hover:bg-sunken data-disabled:opacity-40";
