/** Html with placeholders for the expressions of the template: see `protectExpressions`. */
export interface HtmlSource {
  html: string;
  expressions: readonly string[];
}

/**
 * How the style rules of a template may be inlined before it is rendered: not at all when the elements that they are for
 * depend on the variables; with the rules kept when variables may bring elements of their own.
 */
export type Inlining = "none" | "keepRules" | "dropRules";

const MARK = "\uE000";
/** A placeholder that is to be replaced again cannot be part of an attribute. */
const CONTENT_MARK = "\uE000body";
const MARKUP =
  /<!--[\s\S]*?-->|<style\b[^>]*>([\s\S]*?)<\/style\s*>|<\/?([a-z][^\s/>"']*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
/** Selectors by position or neighbour, which loops and conditions change. */
const BY_POSITION = /:(?:nth-|first-|last-|only-|empty|not\(|has\()|[+~]/i;
/** A declaration with its value: what may stand before an expression. */
const DECLARATION = /^\s*[\w-]+\s*:/;

export function inliningOf({ html, expressions }: HtmlSource): Inlining {
  // An expression that was not recognised could be anything.
  if (html.includes("{{") || html.includes("{%")) return "none";
  const selectors: string[] = [];
  let hasDynamicAttributes = false;
  for (const [, css, tag, attributes = ""] of html.matchAll(MARKUP)) {
    if (css !== undefined) {
      if (!isFixedCss(css, expressions)) return "none";
      selectors.push(css.replace(/\{[^{}]*\}/g, "{}"));
    } else if (tag !== undefined) {
      if (tag.includes(MARK) || decidesStyles(attributes, expressions)) return "none";
      hasDynamicAttributes ||= attributes.includes(MARK);
    }
  }
  const isRaw = expressions.some((expression) => /\|\s*raw\b/.test(expression) && !/^\{\{-?\s*body\b/.test(expression));
  const isConditional = isRaw || expressions.some((expression) => expression.startsWith("{%"));
  if (isConditional && selectors.some((css) => BY_POSITION.test(css))) return "none";
  if (hasDynamicAttributes && selectors.some((css) => css.includes("["))) return "none";
  return isRaw ? "keepRules" : "dropRules";
}

/** Whether expressions stand in values of declarations only: `color: {{ branding.color }}`. */
function isFixedCss(css: string, expressions: readonly string[]): boolean {
  return [...css.matchAll(/\uE000([^\uE001]*)\uE001/g)].every(({ 1: name, index }) => {
    const start = Math.max(css.lastIndexOf("{", index), css.lastIndexOf(";", index));
    const before = css.slice(start + 1, index);
    return start !== -1 && !before.includes("}") && DECLARATION.test(before) && isValue(expressions, name);
  });
}

/** Whether an expression may change which rules apply to the element, or which attributes it has. */
function decidesStyles(attributes: string, expressions: readonly string[]): boolean {
  if (!attributes.includes(MARK)) return false;
  return [...attributes.matchAll(ATTRIBUTE)].some(([, name = "", value = ""]) => {
    if (name.includes(MARK)) return true;
    if (!value.includes(MARK)) return false;
    if (value.includes(CONTENT_MARK)) return true;
    if (/^(?:class|id)$/i.test(name)) return true;
    return /^style$/i.test(name) && !isFixedCss(`;${value.replace(/^["']|["']$/g, "")}`, expressions);
  });
}

/** Whether a placeholder stands for something that is printed there, and not for a tag or for the content of the email. */
function isValue(expressions: readonly string[], name: string | undefined): boolean {
  return name === "color" || expressions[Number(name)]?.startsWith("{{") === true;
}
