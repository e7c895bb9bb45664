import type { EmailBlock } from "#contract/templates.ts";

/** Templates of an email: html or blocks, and the layout around them. */
export interface EmailSource {
  content: string | readonly EmailBlock[];
  layout?: string | undefined;
}

/** The templates of an email with their style rules inlined, to be rendered in place of the originals. */
export interface InlinedEmail {
  layout: string | undefined;
  /** The html, or the contents of the blocks. */
  content: string | readonly string[];
  /** The html around the contents of the blocks, as `frameOfBlocks` makes it. */
  frame: string | undefined;
}

/** Style rules in a style element; an empty one has none. */
const STYLE_RULES = /<style\b[^<>]*>\s*[^\s<]/i;

/** Whether there are style rules to inline. */
export function hasStyles({ content, layout }: EmailSource): boolean {
  const contents = typeof content === "string" ? [content] : content.map((block) => block.content);
  return [...contents, layout ?? ""].some((text) => STYLE_RULES.test(text));
}
