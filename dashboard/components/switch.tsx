import { SwitchButton, SwitchField } from "react-aria-components/Switch";
import { classNames } from "./class-names.ts";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** The state as text, beside the switch. */
  stateText: string;
  disabled?: boolean;
}

export function Switch({ checked, onChange, label, stateText, disabled = false }: SwitchProps) {
  return (
    <SwitchField isSelected={checked} onChange={onChange} isDisabled={disabled} aria-label={label}>
      <SwitchButton className="relative inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-1 outline-accent data-disabled:cursor-default data-disabled:opacity-60 data-focus-visible:outline-2 data-focus-visible:outline-offset-2">
        <span
          className={classNames(
            "relative inline-block h-5 w-9 rounded-full border transition-colors duration-100",
            checked ? "border-accent bg-accent" : "border-outline bg-sunken",
          )}
        >
          <span
            className={classNames(
              "absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform duration-100",
              checked ? "translate-x-4 bg-on-accent" : "bg-outline",
            )}
          />
        </span>
        <span aria-hidden="true">{stateText}</span>
      </SwitchButton>
    </SwitchField>
  );
}
