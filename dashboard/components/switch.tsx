import { classNames } from "./class-names.ts";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** The state in a word, beside the switch. */
  word: string;
  disabled?: boolean;
  describedBy?: string | undefined;
}

export function Switch({ checked, onChange, label, word, disabled, describedBy }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="inline-flex min-h-8 items-center gap-2 rounded-md px-1 disabled:opacity-60"
    >
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
      <span aria-hidden="true">{word}</span>
    </button>
  );
}
