import { type ComponentProps, lazy, Suspense } from "react";

// A menu with a field is not part of a list's first load.
const SearchMenu = lazy(() => import("./search-menu.tsx").then((module) => ({ default: module.SearchMenu })));

/** A `SearchMenu`, of which there is the button alone until the menu is loaded. */
export function LoadedSearchMenu({ trigger, ...menu }: ComponentProps<typeof SearchMenu>) {
  return (
    <Suspense fallback={<span inert>{trigger}</span>}>
      <SearchMenu trigger={trigger} {...menu} />
    </Suspense>
  );
}
