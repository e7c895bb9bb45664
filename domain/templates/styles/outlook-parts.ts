import { Parser } from "htmlparser2";

/** Html that Outlook alone reads, as it stands in a conditional comment. Places are those of the whole text. */
export interface OutlookPart {
  html: string;
  start: number;
}

const OPENING = "<!--[if";
const ENDING = "<![endif]";
/** A condition that Outlook does not fulfil, as in `[if !mso]`. */
const NOT_OUTLOOK = /^\(?!/;
/** Enough of a condition. */
const CONDITION_START = 20;

const isForOutlook = (condition: string): boolean =>
  !NOT_OUTLOOK.test(condition.slice(0, CONDITION_START).replace(/\s/g, ""));

/**
 * Finds what stands in comments such as `<!--[if mso]> ... <![endif]-->`: everybody else takes it for a comment. What other programs read as
 * well, between `<!--[if !mso]><!-->` and `<!--<![endif]-->`, is no part of one.
 */
export function outlookParts(html: string): OutlookPart[] {
  const parts: OutlookPart[] = [];
  let start = html.indexOf(OPENING);
  while (start !== -1) {
    const close = html.indexOf("-->", start);
    if (close === -1) return parts;
    const condition = html.indexOf("]>", start);
    const ending = html.lastIndexOf(ENDING, close);
    if (condition !== -1 && condition < ending && isForOutlook(html.slice(start + OPENING.length, condition))) {
      parts.push({ html: html.slice(condition + 2, ending), start: condition + 2 });
    }
    start = html.indexOf(OPENING, close);
  }
  return parts;
}

/** Whether a place is behind `<!--[if !mso]><!-->`, or `<![if !mso]>`, whose end comes later. */
export function isHiddenFromOutlook(html: string, place: number): boolean {
  const before = html.slice(0, place);
  const opening = before.lastIndexOf("[if");
  return opening > before.lastIndexOf("[endif]") && !isForOutlook(before.slice(opening + "[if".length));
}

/** Elements of a part, of which names and attributes are known. */
export function outlookElements(parts: readonly OutlookPart[]): { name: string; attribs: Record<string, string> }[] {
  const elements: { name: string; attribs: Record<string, string> }[] = [];
  for (const { html } of parts) {
    new Parser({ onopentag: (name, attribs) => elements.push({ name, attribs }) }).end(html);
  }
  return elements;
}

const STYLE_TAG = /<style\b([^<>]*)>/gi;
const END_TAG = /<\/style/i;

/** The style elements of a part. */
export function outlookStyles({
  html,
  start,
}: OutlookPart): { css: string; cssStart: number; start: number; end: number }[] {
  return [...html.matchAll(STYLE_TAG)].flatMap(({ index, 0: tag, 1: attributes = "" }) => {
    const cssStart = index + tag.length;
    const length = html.slice(cssStart).search(END_TAG);
    const isOfOtherType = /\btype=/i.test(attributes) && !/\btext\/css\b/i.test(attributes);
    if (length === -1 || isOfOtherType) return [];
    const end = html.indexOf(">", cssStart + length) + 1 || html.length;
    const css = html.slice(cssStart, cssStart + length);
    return [{ css, cssStart: start + cssStart, start: start + index, end: start + end }];
  });
}
