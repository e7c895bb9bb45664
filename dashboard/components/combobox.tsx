import { Check, ChevronDown } from "lucide-react";
import { ComboBox as AriaComboBox, Button, Input, ListBox, ListBoxItem, Popover } from "react-aria-components/ComboBox";
import { INPUT_CLASS } from "./field.tsx";

interface ComboboxProps {
  label: string;
  options: readonly { id: string; text: string }[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** Shown when no option matches the text. */
  emptyText: string;
}

/** Chooses any number of many options: typing narrows the list, arrow keys and Enter choose, Esc closes. */
export function Combobox({ label, options, selected, onChange, emptyText }: ComboboxProps) {
  return (
    <AriaComboBox
      aria-label={label}
      selectionMode="multiple"
      menuTrigger="focus"
      allowsEmptyCollection
      value={[...selected]}
      onChange={(keys) => onChange(keys.map(String))}
      className="relative w-full sm:w-48"
    >
      <Input
        placeholder={selected.length > 0 ? `${label} (${selected.length})` : label}
        className={`${INPUT_CLASS} pr-8`}
      />
      <Button className="absolute top-1 right-1 inline-flex size-6.5 items-center justify-center rounded text-muted hover:bg-sunken hover:text-text">
        <ChevronDown className="size-4" aria-hidden="true" />
      </Button>
      <Popover
        offset={4}
        className="w-(--trigger-width) min-w-56 overflow-auto rounded-lg border border-outline bg-raised p-1 shadow-lg"
      >
        <ListBox
          className="outline-none"
          items={options}
          renderEmptyState={() => <p className="px-2 py-1 text-muted">{emptyText}</p>}
        >
          {({ id, text }) => (
            <ListBoxItem
              id={id}
              textValue={text}
              className="relative flex min-h-8 cursor-pointer items-center rounded px-2 pr-8 outline-none data-focused:bg-sunken data-focus-visible:ring-2 data-focus-visible:ring-accent data-focus-visible:ring-inset"
            >
              {({ isSelected }) => (
                <>
                  <span className="truncate">{text}</span>
                  {isSelected && <Check className="absolute right-2 size-4 text-accent" aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
