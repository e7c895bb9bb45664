import { classNames } from "./class-names.ts";

/** The look of a link that stands in a row of tabs above its content. */
export function tabClass(current: boolean): string {
  return classNames(
    "-mb-px border-b-2 px-3 py-2 whitespace-nowrap -outline-offset-2",
    current ? "border-b-accent font-medium text-accent" : "border-b-transparent text-muted hover:text-text",
  );
}
