import { escapeHtml } from "./safe-html.ts";

/** Invisible characters that keep mail programs from filling the preview line with the text that follows. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(60);
const HIDDEN = "display: none; max-height: 0; overflow: hidden; font-size: 1px; line-height: 1px; color: transparent";
/** Read at one place only, so that a long text of half-open tags is not searched through again and again. */
const BODY_TAG = /<body\b(?:[^<>"']|"[^"]*"|'[^']*')*>/iy;

/** Puts the preview line of an inbox, hidden in the mail itself, right after the opening body tag, if there is one. */
export function insertPreheader(html: string, preheader: string): string {
  if (!preheader) return html;
  const block = `<div style="${HIDDEN}">${escapeHtml(preheader)}${FILLER}</div>`;
  const start = html.search(/<body\b/i);
  if (start === -1) return html;
  BODY_TAG.lastIndex = start;
  const tag = BODY_TAG.exec(html)?.[0];
  if (tag === undefined) return html;
  const end = start + tag.length;
  return `${html.slice(0, end)}${block}${html.slice(end)}`;
}
