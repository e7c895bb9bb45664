import type { ReactNode } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";

interface SegmentedProps<T extends string> {
  /** Names the choice for screen readers: "Period". */
  label: string;
  value: T;
  options: readonly { id: T; text: string; icon?: ReactNode }[];
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** One of two to five short options, in a row, which takes effect at once. */
export function Segmented<T extends string>({ label, value, options, onChange, disabled = false }: SegmentedProps<T>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id));
        if (chosen) onChange(chosen.id);
      }}
      isDisabled={disabled}
      className="inline-flex w-fit max-w-full flex-wrap gap-px rounded-md border border-outline bg-sunken p-px data-disabled:opacity-60"
    >
      {options.map(({ id, text, icon }) => (
        <ToggleButton
          key={id}
          id={id}
          className="inline-flex min-h-7 min-w-0 items-center gap-1.5 rounded px-2.5 py-0.5 text-start text-muted outline-accent hover:text-text data-focus-visible:outline-2 data-selected:bg-raised data-selected:font-medium data-selected:text-text data-selected:ring-1 data-selected:ring-border forced-colors:data-selected:bg-[Highlight] forced-colors:data-selected:text-[HighlightText]"
        >
          {icon}
          <span>{text}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
