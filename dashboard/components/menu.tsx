import * as Menu from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

const ITEM =
  "relative flex min-h-8 items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-sunken data-disabled:text-muted";

/** A menu on a button. The trigger is the one child that must take a ref: a button. */
export function DropdownMenu({
  trigger,
  children,
  ...content
}: { trigger: ReactNode; children: ReactNode } & Pick<ComponentProps<typeof Menu.Content>, "align" | "side">) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          sideOffset={4}
          collisionPadding={8}
          {...content}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 overflow-auto rounded-lg border border-outline bg-raised p-1 shadow-lg"
        >
          {children}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

export function MenuItem({ className, ...props }: ComponentProps<typeof Menu.Item>) {
  return <Menu.Item className={classNames(ITEM, className)} {...props} />;
}

export function MenuRadioGroup<T extends string>({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: T | undefined;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <Menu.RadioGroup aria-label={label} {...(value ? { value } : {})} onValueChange={onChange}>
      <Menu.Label aria-hidden="true" className="px-2 py-1 text-xs text-muted">
        {label}
      </Menu.Label>
      {children}
    </Menu.RadioGroup>
  );
}

export function MenuRadio({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Menu.RadioItem value={value} className={classNames(ITEM, "pr-8")}>
      {children}
      <Tick />
    </Menu.RadioItem>
  );
}

/** One of several choices; the menu stays open, so that more can follow. */
export function MenuCheckbox({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Menu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={classNames(ITEM, "pr-8")}
    >
      {children}
      <Tick />
    </Menu.CheckboxItem>
  );
}

function Tick() {
  return (
    <Menu.ItemIndicator className="absolute right-2">
      <Check className="size-4 text-accent" aria-hidden="true" />
    </Menu.ItemIndicator>
  );
}

export function MenuSeparator() {
  return <Menu.Separator className="my-1 border-t" />;
}
