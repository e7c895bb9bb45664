import { escapeHtml } from "./safe-html.ts";

/** Invisible characters that keep mail programs from filling the preview line with the text that follows. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(60);
const HIDDEN = "display: none; max-height: 0; overflow: hidden; font-size: 1px; line-height: 1px; color: transparent";
const BODY_TAG = /<body\b(?:[^<>"']|"[^"]*"|'[^']*')*>/i;

/** Puts the preview line of an inbox, hidden in the mail itself, right after the opening body tag, if there is one. */
export function insertPreheader(html: string, preheader: string): string {
  if (!preheader) return html;
  const block = `<div style="${HIDDEN}">${escapeHtml(preheader)}${FILLER}</div>`;
  return html.replace(BODY_TAG, (tag) => `${tag}${block}`);
}
