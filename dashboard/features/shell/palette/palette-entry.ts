import type { LucideIcon } from "lucide-react";

/** One line of the palette: a page, an action or an object. */
export interface PaletteEntry {
  id: string;
  text: string;
  /** An identifier, or what else tells entries of the same text apart. */
  detail?: string;
  /** Words that find it besides. */
  keywords?: string;
  Icon: LucideIcon;
  run: () => void;
}

/** Entries under a heading. */
export interface PaletteSection {
  heading: string;
  entries: readonly PaletteEntry[];
}

/** Returns the entries that have every word of the text, without headings that would have none; all of them for an empty text. */
export function matching(sections: readonly PaletteSection[], text: string): PaletteSection[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return sections
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.filter((entry) => {
        const content = `${heading} ${entry.text} ${entry.detail ?? ""} ${entry.keywords ?? ""}`.toLocaleLowerCase();
        return words.every((word) => content.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
