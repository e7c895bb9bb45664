import juice from "juice";

/**
 * Copies style rules onto the elements that they are for, because many mail programs drop the rules. Those that cannot
 * be copied, such as media queries, stay; all others are dropped unless `keepRules` is set.
 */
export function inlineCss(html: string, { keepRules = false } = {}): string {
  return juice(html, { applyWidthAttributes: false, applyHeightAttributes: false, removeStyleTags: !keepRules });
}
