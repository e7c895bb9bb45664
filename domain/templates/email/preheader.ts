import { escapeHtml } from "../safe-html.ts";
import { isHiddenFromOutlook, outlookParts } from "../styles/outlook-parts.ts";

/** Invisible characters that keep mail programs from filling the preview line with the text that follows. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(60);
const HIDDEN = "display: none; max-height: 0; overflow: hidden; font-size: 1px; line-height: 1px; color: transparent";
/** Read at one place only, so that a long text of half-open tags is not searched through again and again. */
const BODY_TAG = /<body\b(?:[^<>"']|"[^"]*"|'[^']*')*>/iy;

/**
 * Puts the preview line of an inbox, hidden in the mail itself, right after the opening body tag, if there is one. Where Outlook reads another
 * body, in a conditional comment, that has the line as well.
 */
export function insertPreheader(html: string, preheader: string): string {
  if (!preheader) return html;
  const block = `<div style="${HIDDEN}">${escapeHtml(preheader)}${FILLER}</div>`;
  const body = bodyOf(blankComments(html));
  const [outlook] = outlookParts(html).flatMap((part) => bodyOf(part.html, part.start) ?? []);
  // After its own body Outlook reads that of everybody as well, unless it is told not to.
  const isApart = body === undefined || isHiddenFromOutlook(html, body);
  return [body, ...(isApart ? [outlook] : [])]
    .filter((place) => place !== undefined)
    .sort((one, other) => other - one)
    .reduce((text, place) => `${text.slice(0, place)}${block}${text.slice(place)}`, html);
}

/** Returns the end of the opening body tag, in the text that the html is a part of. */
function bodyOf(html: string, offset = 0): number | undefined {
  const start = html.search(/<body\b/i);
  if (start === -1) return undefined;
  BODY_TAG.lastIndex = start;
  const tag = BODY_TAG.exec(html)?.[0];
  return tag === undefined ? undefined : offset + start + tag.length;
}

/** The same text, with blanks in the place of its comments. */
function blankComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = html.indexOf("<!--"); start !== -1; start = html.indexOf("<!--", from)) {
    // `<!-->` and `<!--->` are comments, too.
    const close = html.indexOf("-->", start + 2);
    const end = close === -1 ? html.length : close + 3;
    parts.push(html.slice(from, start), " ".repeat(end - start));
    from = end;
  }
  return [...parts, html.slice(from)].join("");
}
