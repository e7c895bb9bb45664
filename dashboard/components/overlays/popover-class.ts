/** The look of what opens beside a control: menus, lists, popovers. */
export const POPOVER_CLASS =
  "overflow-auto rounded-lg border border-outline bg-raised shadow-lg outline-none transition-opacity duration-100 data-entering:opacity-0 data-exiting:opacity-0";

/** The look of an entry in a list that opens beside a control. */
export const LIST_ITEM_CLASS =
  "relative flex min-h-8 items-center gap-2 rounded px-2 outline-none select-none data-disabled:text-muted data-focused:bg-sunken data-focus-visible:ring-2 data-focus-visible:ring-accent data-focus-visible:ring-inset forced-colors:data-focused:outline-2";

/** The search field of a popover: its line is the only ring, as the popover around it has a border. */
export const SEARCH_CLASS =
  "min-h-8 w-full rounded-none border-b border-outline bg-transparent px-2 py-1 text-text outline-none focus:border-accent focus:shadow-[0_1px_0_var(--accent)]";
