import juice from "juice";

/** Whether there are style rules to inline: reading the whole mail as a document costs dozens of renderings. */
const STYLE_RULES = /<style\b[^<>]*>\s*[^\s<]/i;

/** Copies style rules onto the elements that they are for, because many mail programs drop the rules. */
export function inlineCss(html: string): string {
  return STYLE_RULES.test(html) ? juice(html, { applyWidthAttributes: false, applyHeightAttributes: false }) : html;
}
