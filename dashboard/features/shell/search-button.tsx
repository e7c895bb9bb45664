import { Search } from "lucide-react";
import { IconButton } from "#dashboard/components/controls/button.tsx";
import { Keys } from "./keys.tsx";
import { PALETTE_KEYS } from "./shortcuts.ts";

/** Opens the command palette. */
export function SearchButton({ onOpen, narrow = false }: { onOpen: () => void; narrow?: boolean }) {
  if (narrow) {
    return (
      <IconButton label="Search and commands" aria-haspopup="dialog" onClick={onOpen}>
        <Search className="size-4" aria-hidden="true" />
      </IconButton>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-9 w-full items-center gap-3 rounded-md px-2.5 text-muted hover:bg-sunken hover:text-text"
    >
      <Search className="size-4 shrink-0" aria-hidden="true" />
      <span>Search</span>
      <Keys keys={PALETTE_KEYS} className="ml-auto" />
    </button>
  );
}
