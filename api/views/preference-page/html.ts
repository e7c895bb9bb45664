import { escapeHtml, SafeHtml } from "#domain/templates/safe-html.ts";

type Printable = string | number | SafeHtml | false | undefined | readonly Printable[];

/** Html with its values escaped, except for those that were made the same way. What is false or undefined is left out. */
export const html = (strings: TemplateStringsArray, ...values: Printable[]): SafeHtml =>
  new SafeHtml(String.raw({ raw: strings }, ...values.map(printed)));

function printed(value: Printable): string {
  if (value === false || value === undefined) return "";
  if (value instanceof SafeHtml) return value.toString();
  return typeof value === "object" ? value.map(printed).join("") : escapeHtml(String(value));
}
