import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Header,
  type MenuItemProps,
  MenuSection,
  MenuTrigger,
  Popover,
  type PopoverProps,
  Pressable,
  Separator,
} from "react-aria-components/Menu";
import { Input, SearchField } from "react-aria-components/SearchField";
import { classNames } from "./class-names.ts";
import { INPUT_CLASS } from "./field.tsx";

const ITEM =
  "relative flex min-h-8 items-center gap-2 rounded px-2 outline-none select-none data-disabled:text-muted data-focused:bg-sunken data-focus-visible:ring-2 data-focus-visible:ring-accent data-focus-visible:ring-inset";

interface MenuProps {
  /** Names the menu for screen readers. */
  label: string;
  /** A button. */
  trigger: ComponentProps<typeof Pressable>["children"];
  placement?: PopoverProps["placement"];
  /** For many entries: a field above them narrows them down. */
  search?: { label: string; emptyText: string };
  children: ReactNode;
}

/** A menu on a button: arrow keys, Home, End and first letters, or what is searched for, move; Esc closes. */
export function Menu({ label, trigger, placement = "bottom start", search, children }: MenuProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  const menu = (
    <AriaMenu
      aria-label={label}
      className="outline-none"
      {...(search && { renderEmptyState: () => <p className="px-2 py-1 text-muted">{search.emptyText}</p> })}
    >
      {children}
    </AriaMenu>
  );
  return (
    <MenuTrigger>
      <Pressable>{trigger}</Pressable>
      <Popover
        offset={4}
        placement={placement}
        className="max-w-80 min-w-48 overflow-auto rounded-lg border border-outline bg-raised p-1 shadow-lg"
      >
        {search ? (
          <Autocomplete filter={contains}>
            <SearchField aria-label={search.label} autoFocus className="pb-1">
              <Input placeholder={search.label} className={INPUT_CLASS} />
            </SearchField>
            {menu}
          </Autocomplete>
        ) : (
          menu
        )}
      </Popover>
    </MenuTrigger>
  );
}

export function MenuItem({
  children,
  ...props
}: Omit<MenuItemProps, "className" | "children"> & { children: ReactNode }) {
  return (
    <AriaMenuItem className={ITEM} {...props}>
      {children}
    </AriaMenuItem>
  );
}

interface MenuChoicesProps<T extends string> {
  label: string;
  options: readonly { id: T; text: string; icon?: ReactNode }[];
  selected: readonly T[];
  onChange: (selected: T[]) => void;
  /** With `multiple` the menu stays open, so that more can be chosen. */
  mode?: "single" | "multiple";
}

/** A group of choices in a menu, under its label. */
export function MenuChoices<T extends string>({
  label,
  options,
  selected,
  onChange,
  mode = "single",
}: MenuChoicesProps<T>) {
  return (
    <MenuSection
      selectionMode={mode}
      selectedKeys={selected}
      disallowEmptySelection={mode === "single"}
      shouldCloseOnSelect={mode === "single"}
      onSelectionChange={(keys) => onChange(options.flatMap(({ id }) => (keys === "all" || keys.has(id) ? [id] : [])))}
    >
      <Header className="px-2 py-1 text-xs text-muted">{label}</Header>
      {options.map(({ id, text, icon }) => (
        <AriaMenuItem key={id} id={id} textValue={text} className={classNames(ITEM, "pr-8")}>
          {({ isSelected }) => (
            <>
              {icon}
              <span className="truncate">{text}</span>
              {isSelected && <Check className="absolute right-2 size-4 text-accent" aria-hidden="true" />}
            </>
          )}
        </AriaMenuItem>
      ))}
    </MenuSection>
  );
}

export function MenuSeparator() {
  return <Separator className="my-1 border-t" />;
}
