import { useEffect, useRef } from "react";
import { isApple, MODIFIER_KEY } from "#dashboard/components/modifier-key.ts";
import { SECTIONS, type SectionPath } from "./navigation.tsx";

/** Time to type the second key of `g w`. */
const SEQUENCE_MS = 1_000;

/** Dialogs, menus and lists of options: what is open above the page takes the keys. */
const LAYERS = "section[role$=dialog], [role=menu], [role=listbox]";

/** The keys that open the command palette. */
export const PALETTE_KEYS = [MODIFIER_KEY, "K"];

interface ShortcutOptions {
  /** Whether keys without Ctrl or ⌘ do something. */
  letters: boolean;
  onSection: (path: SectionPath) => void;
  onHelp: () => void;
  onPalette: () => void;
}

/** Handles the keys of the whole dashboard: those of the palette everywhere, letters outside of fields and layers alone. */
export function useShortcuts(options: ShortcutOptions): void {
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    let prefixedAt = 0;
    function onKey(event: KeyboardEvent) {
      const { letters, onSection, onHelp, onPalette } = latest.current;
      if (event.defaultPrevented) return;
      const layer = document.querySelector(LAYERS);
      if (isPaletteKey(event)) {
        if (layer && !layer.matches("[data-palette], [data-palette] *")) return;
        onPalette();
      } else {
        if (!letters || event.ctrlKey || event.metaKey || event.altKey || layer || isTyping(event.target)) return;
        const section = Date.now() - prefixedAt < SEQUENCE_MS && SECTIONS.find(({ letter }) => letter === event.key);
        prefixedAt = event.key === "g" ? Date.now() : 0;
        if (section) onSection(section.to);
        else if (event.key === "?") onHelp();
        else if (event.key === "/") focusSearch();
        else if (event.key === "c") create();
        else if (event.key === "j") moveRow(1);
        else if (event.key === "k") moveRow(-1);
        else return;
      }
      event.preventDefault();
      // React Aria's table would search its rows for the letter.
      event.stopPropagation();
    }
    // In the capture phase, because React Aria's components stop the propagation of keys.
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, []);
}

/** ⌘ K everywhere, as a keyboard of Apple may be at another system. On Apple's systems Ctrl K deletes to the end of the line. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isModified = metaKey ? !ctrlKey : ctrlKey && !isApple;
  return key.toLowerCase() === "k" && isModified && !altKey && !shiftKey;
}

/** Letters that are typed on the button of a list choose in it. */
const TAKES_LETTERS =
  "input:not([type=checkbox]), textarea, select, [role^=menuitem], [role=option], [aria-haspopup=listbox]";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TAKES_LETTERS));

function focusSearch(): void {
  document.querySelector<HTMLElement>("[data-primary-search]")?.focus();
}

function create(): void {
  document.querySelector<HTMLElement>("[data-primary-create]")?.click();
}

/** Moves focus between the elements with `data-row`, which open their rows by Enter. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.findIndex((row) => row.matches(":focus"));
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
