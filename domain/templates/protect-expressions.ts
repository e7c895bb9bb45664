/** Expressions and tags of the template language: `{{ a }}`, `{% if a > 1 %}`. */
const LIQUID = /\{\{[^{}]*\}\}|\{%(?:(?!\{%|%\})[\s\S])*%\}/g;
/** Enclose what stands for something else: characters of the private use area, which no text holds by chance. */
const OPEN = "\uE000";
const CLOSE = "\uE001";
const PLACEHOLDER = /\uE000(\d+)\uE001/g;

/** A text that tools for html and css leave alone, to be replaced later. */
export function placeholder(name: string | number): string {
  return `${OPEN}${name}${CLOSE}`;
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
