interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** The state as text, beside the switch. */
  stateText: string;
  disabled?: boolean;
}

/** A setting that is on or off, and takes effect at once: the browser's own checkbox, drawn as a switch. */
export function Switch({ checked, onChange, label, stateText, disabled = false }: SwitchProps) {
  return (
    <label className="relative inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-1 outline-accent has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="peer absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
      />
      <span className="relative inline-block h-5 w-9 rounded-full border border-outline bg-sunken transition-colors duration-100 after:absolute after:top-0.5 after:left-0.5 after:size-3.5 after:rounded-full after:bg-outline after:transition-transform after:duration-100 peer-checked:border-accent peer-checked:bg-accent peer-checked:after:translate-x-4 peer-checked:after:bg-on-accent" />
      <span aria-hidden="true">{stateText}</span>
    </label>
  );
}
