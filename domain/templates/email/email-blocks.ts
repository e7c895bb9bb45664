import { TEXT_ALIGNMENTS } from "#contract/constants/templates/templates.ts";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import { isScriptUrl } from "../../values/script-url.ts";
import { type RenderLimits, renderText } from "../compile-template.ts";
import { placeholder } from "../protect-expressions.ts";
import { escapeHtml } from "../safe-html.ts";

/** Colour of buttons of organisations without branding. */
const FALLBACK_COLOR = "#ff6f61";

/**
 * The blocks with their texts and urls rendered: what is kept as the message's content. A url that would run code instead
 * of opening a page, which a variable may have made, is empty.
 */
export function renderBlocks(
  blocks: readonly EmailBlock[],
  renderContent: (source: string) => string,
  { context, limits }: { context: object; limits: RenderLimits | undefined },
): EmailBlock[] {
  return blocks.map((block) => ({
    ...block,
    content: renderContent(block.content).trim(),
    ...(block.url && { url: safeUrl(renderText(block.url, context, { escape: "none", limits })) }),
  }));
}

/** Stands for the content of a block in the html that frames the blocks. */
export const contentPlaceholder = (index: number): string => placeholder(`content:${index}`);
const urlPlaceholder = (index: number): string => placeholder(`url:${index}`);
const COLOR_PLACEHOLDER = placeholder("color");
const PART = /\uE000(content|url|color)(?::(\d+))?\uE001/g;

/** The html around the contents of the blocks, with placeholders for what each message fills in. Texts are aligned left. */
export function frameOfBlocks(blocks: readonly EmailBlock[]): string {
  return blocks.map((block, index) => (block.type === "button" ? button : paragraph)(block, index)).join("\n");
}

/** The html of rendered blocks: buttons are in the colour of the organisation. */
export function fillFrame(frame: string, blocks: readonly EmailBlock[], color?: string | null): string {
  return frame.replace(PART, (_, part: string, index: string | undefined) => {
    const block = blocks[Number(index)];
    switch (part) {
      case "content":
        return block?.content ?? "";
      case "url":
        return escapeHtml(block?.url ?? "");
      default:
        return escapeHtml(color || FALLBACK_COLOR);
    }
  });
}

function paragraph(block: EmailBlock, index: number): string {
  return `<div style="margin: 16px 0; line-height: 1.5; text-align: ${alignment(block)}">${contentPlaceholder(index)}</div>`;
}

function button(block: EmailBlock, index: number): string {
  const style = [
    "display: inline-block",
    "padding: 12px 24px",
    "border-radius: 6px",
    `background-color: ${COLOR_PLACEHOLDER}`,
    "color: #ffffff",
    "text-decoration: none",
  ].join("; ");
  const link = `<a href="${urlPlaceholder(index)}" target="_blank" rel="noopener" style="${style}">${contentPlaceholder(index)}</a>`;
  return `<div style="margin: 16px 0; text-align: ${alignment(block)}">${link}</div>`;
}

function alignment({ styles }: EmailBlock): string {
  return TEXT_ALIGNMENTS.find((known) => known === styles?.textAlign) ?? "left";
}

const safeUrl = (url: string): string => (isScriptUrl(url) ? "" : url);
