import type { EmailBlock } from "#contract/workflows/templates.ts";
import { placeholder, protectExpressions, restoreExpressions } from "../protect-expressions.ts";
import { contentPlaceholder, frameOfBlocks } from "./email-blocks.ts";
import { type EmailSource, hasStyles, type InlinedEmail } from "./email-source.ts";
import { inlineCss } from "./inline-css.ts";
import { hasBodyPlace, isPlacedByContent } from "./layout.ts";

/** The longest template that can be parsed, in characters. */
const SOURCE_MAX = 1_000_000;

/** The place of the content in a layout. */
const BODY = "{{ body }}";
const BODY_START = placeholder("body");
const BODY_END = placeholder("/body");
const blockStart = (index: number): string => placeholder(`block:${index}`);
const blockEnd = (index: number): string => placeholder(`/block:${index}`);

/**
 * Inlines the style rules of an email's templates, layout and content together, so that it is done once and not for
 * every subscriber. Undefined when there are none, or when the elements that they are for depend on the variables: then
 * the templates are to be rendered as they are, with their style elements.
 */
export function inlineEmail(source: EmailSource): InlinedEmail | undefined {
  if (!hasStyles(source)) return undefined;
  const expressions: string[] = [];
  const composed = compose(source, expressions);
  if (composed === undefined) return undefined;
  const html = inlineCss({ html: composed, expressions, isUnescaped: source.isUnescaped ?? false });
  if (html === undefined) return undefined;
  const inlined = split(source, html, expressions);
  return inlined && isShortEnough(inlined) ? inlined : undefined;
}

/** One html text of layout and content, with placeholders for expressions and around what is taken apart again. */
function compose({ content, layout }: EmailSource, expressions: string[]): string | undefined {
  const body =
    typeof content === "string" ? protectExpressions(content, expressions) : composeBlocks(content, expressions);
  if (layout === undefined) return body;
  const outer = protectExpressions(layout, expressions);
  const isPlaced = isPlacedByContent(layout);
  const places = expressions.flatMap((expression, index) =>
    hasBodyPlace(expression) && isPlacedByContent(expression) === isPlaced && outer.includes(placeholder(index))
      ? [index]
      : [],
  );
  const [place] = places;
  if (place === undefined || places.length > 1) return undefined;
  // The rest of the work knows one name of the place.
  expressions[place] = BODY;
  return outer.replace(placeholder(place), () => `${BODY_START}${body}${BODY_END}`);
}

function composeBlocks(blocks: readonly EmailBlock[], expressions: string[]): string {
  return blocks.reduce(
    (frame, { content }, index) =>
      frame.replace(
        contentPlaceholder(index),
        () => `${blockStart(index)}${protectExpressions(content, expressions)}${blockEnd(index)}`,
      ),
    frameOfBlocks(blocks),
  );
}

function split(
  { content, layout }: EmailSource,
  html: string,
  expressions: readonly string[],
): InlinedEmail | undefined {
  const outer = layout === undefined ? { inside: html, around: undefined } : cut(html, BODY_START, BODY_END, BODY);
  if (!outer) return undefined;
  const around = outer.around === undefined ? undefined : restoreExpressions(outer.around, expressions);
  if (typeof content === "string") {
    return { layout: around, content: restoreExpressions(outer.inside, expressions), frame: undefined };
  }
  let frame = outer.inside;
  const contents: string[] = [];
  for (const index of content.keys()) {
    const block = cut(frame, blockStart(index), blockEnd(index), contentPlaceholder(index));
    if (!block) return undefined;
    frame = block.around;
    contents.push(restoreExpressions(block.inside, expressions));
  }
  return { layout: around, content: contents, frame };
}

/** Takes out the text between two marks. Undefined unless each stands there once, in order. */
function cut(html: string, start: string, end: string, substitute: string) {
  const [before, inside, ...moreStarts] = html.split(start);
  const [taken, after, ...moreEnds] = inside?.split(end) ?? [];
  if (before === undefined || taken === undefined || after === undefined) return undefined;
  if (moreStarts.length > 0 || moreEnds.length > 0 || before.includes(end)) return undefined;
  return { inside: taken, around: `${before}${substitute}${after}` };
}

function isShortEnough({ layout, content }: InlinedEmail): boolean {
  return [layout ?? "", ...(typeof content === "string" ? [content] : content)].every(
    (text) => text.length <= SOURCE_MAX,
  );
}
