import { type ChildNode, type Element, isComment, isTag, isText } from "domhandler";
import { type EditorNode, filled, nodeOf } from "./editor-node.ts";
import { alignmentOf, lossesOf, pixelsOf, styleOf } from "./element-style.ts";
import { refuseUnknown } from "./known-attributes.ts";
import { hasMask } from "./liquid-masks.ts";
import { type Conversion, NotInBlocks } from "./read-inline.ts";
import { readCellButton } from "./read-objects.ts";

type ReadFlow = (nodes: readonly ChildNode[], alignment: string | undefined, conversion: Conversion) => EditorNode[];

/** Columns of a row that become columns of blocks. */
const COLUMNS_MAX = 4;

/**
 * Returns the blocks of a table that only lays out: rows of one cell become what is in them, a row of several becomes columns. A table of data
 * stays HTML.
 */
export function readTable(
  table: Element,
  around: string | undefined,
  conversion: Conversion,
  readFlow: ReadFlow,
): EditorNode[] {
  checkElement(table, ["width", "role"], conversion);
  const rows = childElements(table, ["tbody", "tr"]).flatMap((child) => {
    if (child.name === "tr") return [child];
    checkElement(child, [], conversion);
    return childElements(child, ["tr"]);
  });
  const cells = rows.map((row) => {
    checkElement(row, [], conversion);
    return childElements(row, ["td"]);
  });
  const isLayout =
    table.attribs.role === "presentation" ||
    table.attribs.role === "none" ||
    table.attribs.border === "0" ||
    table.attribs.cellpadding === "0";
  const wide = cells.filter(({ length }) => length > 1);
  if (wide.length > 0 && (!isLayout || wide.length > 1 || wide.some(({ length }) => length > COLUMNS_MAX)))
    throw new NotInBlocks();
  const alignment = table.attribs.align === undefined ? around : alignmentOf(table, around);
  return cells.flatMap((row): EditorNode[] => {
    const [cell] = row;
    if (!cell) return [];
    if (row.length === 1) return readCell(cell, alignment, conversion, readFlow);
    return [
      nodeOf(
        "columns",
        {},
        row.map((each) => readColumn(each, conversion, readFlow)),
      ),
    ];
  });
}

function checkElement(element: Element, kept: readonly string[], { losses }: Conversion): void {
  refuseUnknown(without(element, ["colspan", "rowspan"]));
  for (const loss of lossesOf(element, ["text-align", "align", "valign", ...kept])) losses.add(loss);
}

/** A cell that goes over all columns is a row of its own. */
function without(element: Element, names: readonly string[]): Element {
  const copy = element.cloneNode();
  copy.attribs = Object.fromEntries(Object.entries(element.attribs).filter(([name]) => !names.includes(name)));
  return copy;
}

function childElements({ children }: Element, names: readonly string[]): Element[] {
  return children.flatMap((child) => {
    if (isComment(child) && !hasMask(child.data)) return [];
    if (isText(child) && child.data.trim() === "") return [];
    if (!isTag(child) || !names.includes(child.name)) throw new NotInBlocks();
    return [child];
  });
}

function readCell(cell: Element, around: string | undefined, conversion: Conversion, readFlow: ReadFlow): EditorNode[] {
  const alignment = alignmentOf(cell, around);
  const button = readCellButton(cell, alignment, conversion);
  if (button) return [button];
  checkElement(cell, ["height"], conversion);
  const height = pixelsOf(styleOf(cell).get("height") ?? cell.attribs.height);
  const isEmpty = cell.children.every((child) => isText(child) && child.data.trim() === "");
  if (isEmpty) return height ? [nodeOf("spacer", { height })] : [];
  return readFlow(cell.children, alignment, conversion);
}

function readColumn(cell: Element, conversion: Conversion, readFlow: ReadFlow): EditorNode {
  const [, percent] = /^(\d+)%$/.exec(cell.attribs.width ?? styleOf(cell).get("width") ?? "") ?? [];
  const vertical = cell.attribs.valign ?? styleOf(cell).get("vertical-align");
  checkElement(cell, percent ? ["width"] : [], conversion);
  return nodeOf(
    "column",
    {
      width: percent ? Number(percent) : undefined,
      verticalAlign: vertical === "middle" || vertical === "bottom" ? vertical : undefined,
    },
    filled(readFlow(cell.children, alignmentOf(cell, undefined), conversion)),
  );
}
