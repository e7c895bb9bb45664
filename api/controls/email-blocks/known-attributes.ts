import type { Element } from "domhandler";
import { isHidden, styleOf } from "./element-style.ts";
import { hasMask } from "./liquid-masks.ts";
import { NotInBlocks } from "./read-inline.ts";

/** Attributes that an element can lose, beside those that its losses name. */
const SILENT = [
  "id",
  "style",
  "class",
  "align",
  "role",
  "lang",
  "dir",
  "xmlns",
  "bgcolor",
  "background",
  "valign",
  "width",
  "height",
  "border",
  "cellpadding",
  "cellspacing",
  "xmlns:v",
  "xmlns:o",
  "link",
  "vlink",
  "alink",
  "text",
  "leftmargin",
  "topmargin",
  "marginwidth",
  "marginheight",
  "yahoo",
  "title",
  "start",
];

/** Refuses an element of whose attributes something else than a look would be lost. */
export function refuseUnknown(element: Element): void {
  const isKnown = ([name, value]: [string, string]) =>
    !hasMask(name) &&
    !hasMask(value) &&
    (SILENT.includes(name) || name.startsWith("data-") || name.startsWith("aria-"));
  if (!Object.entries(element.attribs).every(isKnown) || isHidden(styleOf(element))) throw new NotInBlocks();
}
