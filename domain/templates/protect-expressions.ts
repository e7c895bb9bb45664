/** Expressions and tags of the template language: `{{ a }}`, `{% if a > 1 %}`. */
const LIQUID = /\{\{[^{}]*\}\}|\{%(?:(?!\{%|%\})[\s\S])*%\}/g;
/** Begins what stands for something else, as `CLOSE` ends it: characters of the private use area, which no text holds by chance. */
export const OPEN = "\uE000";
const CLOSE = "\uE001";
const PLACEHOLDER = /\uE000(\d+)\uE001/g;
const ANY_PLACEHOLDER = /\uE000([^\uE000\uE001]*)\uE001/g;

/** A text that tools for html and css leave alone, to be replaced later. */
export function placeholder(name: string | number): string {
  return `${OPEN}${name}${CLOSE}`;
}

/** A placeholder in a text: its name, and where it is. */
export interface FoundPlaceholder {
  name: string;
  start: number;
  end: number;
}

/** The placeholders in a text, of expressions and of all else, in their order. */
export function findPlaceholders(text: string): FoundPlaceholder[] {
  return [...text.matchAll(ANY_PLACEHOLDER)].map(({ 0: whole, 1: name = "", index }) => ({
    name,
    start: index,
    end: index + whole.length,
  }));
}

/** The text with each placeholder replaced by what `by` returns for its name. */
export function replacePlaceholders(text: string, by: (name: string, whole: string) => string): string {
  return text.includes(OPEN) ? text.replace(ANY_PLACEHOLDER, (whole, name: string) => by(name, whole)) : text;
}

/**
 * Replaces the expressions of a template by placeholders, so that tools for html and css do not change them. Their
 * names are the indexes at which the expressions were appended to the list given.
 */
export function protectExpressions(template: string, expressions: string[]): string {
  return template
    .replaceAll(OPEN, "")
    .replaceAll(CLOSE, "")
    .replace(LIQUID, (expression) => placeholder(expressions.push(expression) - 1));
}

/** Puts the expressions back. */
export function restoreExpressions(text: string, expressions: readonly string[]): string {
  return text.replace(PLACEHOLDER, (_, index) => expressions[Number(index)] ?? "");
}
