import { ChevronDown, X } from "lucide-react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Menu, MenuChoices } from "#dashboard/components/overlays/menu.tsx";

/** The button of a filter's menu, with what is chosen, or how much. */
export function FilterButton({ name, chosen, ...props }: { name: string; chosen: string | undefined }) {
  return (
    <Button className="min-h-8.5" {...props}>
      {name}
      {chosen && (
        <span dir="auto" translate="no" className="max-w-32 truncate rounded bg-accent-soft px-1.5 text-xs text-accent">
          {chosen}
        </span>
      )}
      <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
    </Button>
  );
}

/** One value by its name, several by their number. */
export const chosenText = (names: readonly string[]): string | undefined =>
  names.length > 1 ? String(names.length) : names[0];

/** A filter that only links set: its button takes it off. */
export function SetFilter({ text, title, onClear }: { text: string; title: string; onClear: () => void }) {
  return (
    <Button className="min-h-8.5" title={title} onClick={onClear}>
      {text}
      <X className="size-4 text-muted" aria-hidden="true" />
    </Button>
  );
}

interface ChoiceFilterProps<T extends string> {
  name: string;
  /** The choice of no filter: "All channels". */
  all: string;
  options: readonly { id: T; text: string }[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

/** A filter by one of a few values, or by none. */
export function ChoiceFilter<T extends string>({ name, all, options, value, onChange }: ChoiceFilterProps<T>) {
  const chosen = options.find(({ id }) => id === value);
  return (
    <Menu label={name} trigger={<FilterButton name={name} chosen={chosen?.text} />}>
      <MenuChoices
        label={name}
        options={[{ id: ALL, text: all }, ...options]}
        selected={[value ?? ALL]}
        onChange={([id]) => onChange(options.find((option) => option.id === id)?.id)}
      />
    </Menu>
  );
}

const ALL = "*";
