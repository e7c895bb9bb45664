import type { EmailBlock } from "#contract/workflows/templates.ts";

/** Templates of an email: html or blocks, and the layout around them. */
export interface EmailSource {
  content: string | readonly EmailBlock[];
  layout?: string | undefined;
  /** Whether the values that the content prints are html. */
  isUnescaped?: boolean | undefined;
}

/** The templates of an email with their style rules inlined, to be rendered in place of the originals. */
export interface InlinedEmail {
  layout: string | undefined;
  /** The html, or the contents of the blocks. */
  content: string | readonly string[];
  /** The html around the contents of the blocks, as `frameOfBlocks` makes it. */
  frame: string | undefined;
}

/** Matches a possible style element. Whether it is one, and has rules, is seen when it is read. */
const STYLE_ELEMENT = /<style\b/i;

/** Whether there may be style rules to inline. */
export function hasStyles({ content, layout }: EmailSource): boolean {
  const contents = typeof content === "string" ? [content] : content.map((block) => block.content);
  return [...contents, layout ?? ""].some((text) => STYLE_ELEMENT.test(text));
}
