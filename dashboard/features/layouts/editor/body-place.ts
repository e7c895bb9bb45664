import type { Problem } from "#dashboard/components/code/parse-problem.ts";

/** The place for the content of an email, as the server finds it. */
const PLACE = /\{\{-?\s*body\s*(?:\|\s*raw\s*)?-?\}\}/g;
/** The name that other clients write; beside the first one it is a variable. */
const CONTENT_PLACE = /\{\{-?\s*content\s*(?:\|\s*raw\s*)?-?\}\}/g;
/** The same in Handlebars, which many layouts that are pasted have. */
const HANDLEBARS_PLACE = /\{\{\{\s*body\s*\}\}\}/g;

/** Returns the text with the place of Handlebars in Liquid, in which the rest of a layout is written. */
export const withLiquidPlace = (text: string): string => text.replaceAll(HANDLEBARS_PLACE, "{{ body }}");

export const hasPlace = (text: string): boolean => text.search(PLACE) >= 0 || text.search(CONTENT_PLACE) >= 0;

/** Returns what is wrong with the places for the content of an email: there is none, or more than one. */
export function placeProblems(text: string): Problem[] {
  const [first, ...others] = text.matchAll(text.search(PLACE) >= 0 ? PLACE : CONTENT_PLACE);
  if (!first) {
    const message = "{{ body }} is missing. Put it where the content of an email goes.";
    return [{ from: 0, to: 0, severity: "error", message }];
  }
  return others.map(({ 0: place, index }) => ({
    from: index,
    to: index + place.length,
    severity: "warning",
    message: "A second place for the content: emails have their content twice, unless conditions leave one of them.",
  }));
}
