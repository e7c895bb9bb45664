import type { ComponentProps } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { Input, SearchField } from "react-aria-components/SearchField";
import { INPUT_CLASS } from "./field.tsx";
import { type Menu, MenuPopover } from "./menu.tsx";

interface SearchMenuProps extends ComponentProps<typeof Menu> {
  search: { label: string; emptyText: string };
}

/** A `Menu` with many entries, which a field above them narrows down. */
export function SearchMenu({ label, search, children, ...popover }: SearchMenuProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <MenuPopover {...popover}>
      <Autocomplete filter={contains}>
        <SearchField aria-label={search.label} autoFocus className="pb-1">
          <Input placeholder={search.label} className={INPUT_CLASS} />
        </SearchField>
        <AriaMenu
          aria-label={label}
          className="outline-none"
          renderEmptyState={() => <p className="px-2 py-1 text-muted">{search.emptyText}</p>}
        >
          {children}
        </AriaMenu>
      </Autocomplete>
    </MenuPopover>
  );
}
