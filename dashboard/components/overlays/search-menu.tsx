import type { ComponentProps } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { Input, SearchField } from "react-aria-components/SearchField";
import { LoadFailed } from "../feedback/load-failed.tsx";
import { hasFailed } from "../feedback/use-load-error.ts";
import { type Menu, MenuPopover } from "./menu.tsx";
import { SEARCH_CLASS } from "./popover-class.ts";

interface SearchMenuProps extends ComponentProps<typeof Menu> {
  search: { label: string; emptyText: string };
  /** The query of its entries, with their name as the beginning of a sentence. */
  source?: ComponentProps<typeof LoadFailed>;
}

/** A `Menu` with many entries, which a field above them narrows down. */
export function SearchMenu({ label, search, source, children, ...popover }: SearchMenuProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  // Read here as well as where it is shown: a closed menu has to follow its query too.
  const isFailed = source !== undefined && hasFailed(source.query);
  const isLoading = source !== undefined && source.query.data === undefined;
  const emptyText = isLoading ? "Loading" : search.emptyText;
  return (
    <MenuPopover {...popover}>
      <Autocomplete filter={contains}>
        <SearchField aria-label={search.label} autoFocus className="pb-1">
          <Input placeholder={search.label} className={SEARCH_CLASS} />
        </SearchField>
        {isFailed && (
          <div className="px-2 py-1">
            <LoadFailed {...source} />
          </div>
        )}
        <AriaMenu
          aria-label={label}
          className="outline-none"
          renderEmptyState={() => !isFailed && <p className="px-2 py-1 text-muted">{emptyText}</p>}
        >
          {children}
        </AriaMenu>
      </Autocomplete>
    </MenuPopover>
  );
}
