import { type ComponentProps, Suspense } from "react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";

// A menu with a field is not part of a list's first load.
const SearchMenu = lazyNamed(() => import("./search-menu.tsx"), "SearchMenu");

/** A `SearchMenu`, of which there is the button alone until the menu is loaded. */
export function LoadedSearchMenu({ trigger, ...menu }: ComponentProps<typeof SearchMenu>) {
  return (
    <Suspense fallback={<span inert>{trigger}</span>}>
      <SearchMenu trigger={trigger} {...menu} />
    </Suspense>
  );
}
