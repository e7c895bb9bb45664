/**
 * How printed values are escaped: `html` escapes them, `marked` leaves marks that are escaped once the platform of a chat is known, `none` is
 * for texts, subjects, titles and urls.
 */
export type Escaping = "html" | "marked" | "none";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Html that is to be printed as it is, such as the rendered content in the place that a layout leaves for it. */
export class SafeHtml {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }
}

/** The text as html shows it, safe inside elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
