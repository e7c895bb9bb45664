import type { Rect } from "@codemirror/view";

interface Info {
  description?: string | undefined;
  sample?: string | undefined;
}

/** Returns what is shown beside a chosen name: its description, and a value that it may have. */
export function completionInfo({ description, sample }: Info): HTMLElement {
  const box = document.createElement("div");
  if (description) box.append(paragraph(description));
  if (sample !== undefined) {
    const value = paragraph("Such as ");
    const code = document.createElement("code");
    code.textContent = sample;
    value.append(code);
    box.append(value);
  }
  return box;
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** Widest note beside the list, in pixels, and the distance between them. */
const INFO_WIDTH = 288;
const GAP = 4;

/** Places the note beside the chosen name, or where there is no space below the list, or else above it: it covers no name. */
export function placeInfo(_: unknown, list: Rect, option: Rect, info: Rect, space: Rect): { style: string } {
  const width = Math.min(INFO_WIDTH, info.right - info.left);
  if (list.right + GAP + width <= space.right)
    return { style: `left: calc(100% + ${GAP}px); top: ${option.top - list.top}px; max-width: ${INFO_WIDTH}px` };
  const height = info.bottom - info.top;
  const side = list.bottom + GAP + height <= space.bottom ? "top" : "bottom";
  return { style: `left: 0; ${side}: calc(100% + ${GAP}px); max-width: ${list.right - list.left}px` };
}
