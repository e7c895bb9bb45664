import { useEffect, useRef } from "react";
import type { SectionPath } from "./navigation.tsx";

/** Time to type the second key of `g w`. */
const SEQUENCE_MS = 1_000;

const SECTION_KEYS: Record<string, SectionPath> = {
  w: "/workflows",
  t: "/translations",
  a: "/activity",
  o: "/outbox",
};

export const SHORTCUTS = [
  { keys: ["g", "w"], description: "Go to workflows" },
  { keys: ["g", "t"], description: "Go to translations" },
  { keys: ["g", "a"], description: "Go to activity" },
  { keys: ["g", "o"], description: "Go to the outbox" },
  { keys: ["/"], description: "Search this list" },
  { keys: ["j"], description: "Next row" },
  { keys: ["k"], description: "Previous row" },
  { keys: ["Enter"], description: "Open the row" },
  { keys: ["?"], description: "Show this list" },
] as const;

interface ShortcutOptions {
  enabled: boolean;
  onSection: (path: SectionPath) => void;
  onHelp: () => void;
}

/** Handles single-letter shortcuts outside of fields, dialogs, menus and lists of options. */
export function useShortcuts(options: ShortcutOptions): void {
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    let prefixedAt = 0;
    function onKey(event: KeyboardEvent) {
      const { enabled, onSection, onHelp } = latest.current;
      if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("section[role$=dialog], [role=menu], [role=listbox]"))
        return;
      const section = Date.now() - prefixedAt < SEQUENCE_MS ? SECTION_KEYS[event.key] : undefined;
      prefixedAt = event.key === "g" ? Date.now() : 0;
      if (section) onSection(section);
      else if (event.key === "?") onHelp();
      else if (event.key === "/") focusSearch();
      else if (event.key === "j") moveRow(1);
      else if (event.key === "k") moveRow(-1);
      else return;
      event.preventDefault();
      // React Aria's table would search its rows for the letter.
      event.stopPropagation();
    }
    // In the capture phase, because React Aria's components stop the propagation of keys.
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select, [role^=menuitem]"))
  );
}

function focusSearch(): void {
  document.querySelector<HTMLElement>("[data-primary-search]")?.focus();
}

/** Moves focus between the elements with `data-row`, which open their rows. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.matches(":focus"));
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
