import { TEXT_ALIGNMENTS } from "#contract/constants/templates.ts";
import type { EmailBlock } from "#contract/workflows.ts";
import { compileTemplate, renderText } from "./compile-template.ts";
import { escapeHtml } from "./safe-html.ts";

/** Colour of buttons of organisations without branding: engine.md 7.5. */
const FALLBACK_COLOR = "#ff6f61";
/** Urls that would run code instead of opening a page. */
const SCRIPT_URL = /^(?:javascript|vbscript|data):/i;

/** The blocks with their texts and urls rendered: what is kept as the message's content. */
export function renderBlocks(blocks: readonly EmailBlock[], context: object): EmailBlock[] {
  return blocks.map((block) => ({
    ...block,
    content: compileTemplate(block.content, { escape: "html" }).render(context).trim(),
    ...(block.url && { url: renderText(block.url, context, { escape: "none" }) }),
  }));
}

/** The html of rendered blocks: texts aligned left unless said otherwise, buttons in the colour of the organisation. */
export function blocksToHtml(blocks: readonly EmailBlock[], color?: string | null): string {
  return blocks.map((block) => (block.type === "button" ? button(block, color) : paragraph(block))).join("\n");
}

function paragraph(block: EmailBlock): string {
  return `<div style="margin: 16px 0; line-height: 1.5; text-align: ${alignment(block)}">${block.content}</div>`;
}

function button(block: EmailBlock, color: string | null | undefined): string {
  const style = [
    "display: inline-block",
    "padding: 12px 24px",
    "border-radius: 6px",
    `background-color: ${escapeHtml(color || FALLBACK_COLOR)}`,
    "color: #ffffff",
    "text-decoration: none",
  ].join("; ");
  const link = `<a href="${escapeHtml(safeUrl(block.url ?? ""))}" target="_blank" rel="noopener" style="${style}">${block.content}</a>`;
  return `<div style="margin: 16px 0; text-align: ${alignment(block)}">${link}</div>`;
}

function alignment({ styles }: EmailBlock): string {
  return TEXT_ALIGNMENTS.find((known) => known === styles?.textAlign) ?? "left";
}

/** Mail programs skip blanks and control characters inside a scheme, so they are left out of the comparison. */
function safeUrl(url: string): string {
  const bare = [...url].filter((character) => character > " ").join("");
  return SCRIPT_URL.test(bare) ? "" : url;
}
