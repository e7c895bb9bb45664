import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
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
import { classNames } from "../class-names.ts";
import { LIST_ITEM_CLASS, POPOVER_CLASS } from "./popover-class.ts";

interface MenuPopoverProps {
  /** A button. */
  trigger: ComponentProps<typeof Pressable>["children"];
  placement?: PopoverProps["placement"];
  children: ReactNode;
}

interface MenuProps extends MenuPopoverProps {
  /** Names the menu for screen readers. */
  label: string;
}

/** A menu on a button: arrow keys, Home, End and first letters move; Esc closes. */
export function Menu({ label, children, ...popover }: MenuProps) {
  return (
    <MenuPopover {...popover}>
      <MenuList label={label}>{children}</MenuList>
    </MenuPopover>
  );
}

/** The items of a menu in their popover, apart where they are loaded when it is opened. */
export const MenuList = ({ label, children }: Pick<MenuProps, "label" | "children">) => (
  <AriaMenu aria-label={label} className="outline-none">
    {children}
  </AriaMenu>
);

/** The button and the popover of a menu. */
export function MenuPopover({ trigger, placement = "bottom start", children }: MenuPopoverProps) {
  return (
    <MenuTrigger>
      <Pressable>{trigger}</Pressable>
      <Popover
        offset={4}
        placement={placement}
        className={`${POPOVER_CLASS} max-w-[min(20rem,calc(100vw-1.5rem))] min-w-48 p-1`}
      >
        {children}
      </Popover>
    </MenuTrigger>
  );
}

export function MenuItem({
  children,
  ...props
}: Omit<MenuItemProps, "className" | "children"> & { children: ReactNode }) {
  return (
    <AriaMenuItem className={LIST_ITEM_CLASS} {...props}>
      {children}
    </AriaMenuItem>
  );
}

/** Items under a label. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <MenuSection>
      <Header className="px-2 py-1 text-xs text-muted">{label}</Header>
      {children}
    </MenuSection>
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
        <AriaMenuItem key={id} id={id} textValue={text} className={classNames(LIST_ITEM_CLASS, "pe-8")}>
          {({ isSelected }) => (
            <>
              {icon}
              <span className="truncate">{text}</span>
              {isSelected && <Check className="absolute end-2 size-4 text-accent" aria-hidden="true" />}
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
