import { type ReactNode, useId } from "react";
import { usePart } from "./part.ts";

export type SwitchRowProps = {
  label: ReactNode;
  /** The whole name, where the visible label is only a part of it. */
  name?: string | undefined;
  /** Words under the label, which also describe the switch. */
  hint?: ReactNode | undefined;
  icon?: ReactNode | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A row that is one switch: a press anywhere on it counts. */
export function SwitchRow({ label, name, hint, icon, checked, onChange }: SwitchRowProps) {
  const part = usePart();
  const id = useId();
  return (
    <div {...part("setting")}>
      {icon}
      <span className="belfry-setting-text">
        <span id={`${id}-label`} className="belfry-setting-label">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="belfry-setting-hint">
            {hint}
          </span>
        )}
      </span>
      <button
        type="button"
        role="switch"
        {...part("switch")}
        aria-checked={checked}
        {...(name === undefined ? { "aria-labelledby": `${id}-label` } : { "aria-label": name })}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onChange(!checked)}
      >
        <span className="belfry-switch-thumb" />
      </button>
    </div>
  );
}
