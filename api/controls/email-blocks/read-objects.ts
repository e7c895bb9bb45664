import { type ChildNode, type Element, isComment, isTag, isText } from "domhandler";
import { type EditorNode, nodeOf } from "./editor-node.ts";
import { colourOf, isHidden, lossesOf, pixelsOf, splitOutsideParentheses, styleOf } from "./element-style.ts";
import { hasMask, partsOf, unmask } from "./liquid-masks.ts";
import { addressOf, type Conversion, expressionOf, NotInBlocks } from "./read-inline.ts";

const isBlank = (node: ChildNode): boolean => isComment(node) || (isText(node) && node.data.trim() === "");

/** Returns the one element among nodes that are otherwise white space. */
export function onlyElement(nodes: readonly ChildNode[]): Element | undefined {
  const [node, ...others] = nodes.filter((each) => !isBlank(each));
  return node && others.length === 0 && isTag(node) ? node : undefined;
}

/** Returns the image or button that nodes are nothing but; undefined for all others. */
export function readObject(
  nodes: readonly ChildNode[],
  alignment: string | undefined,
  conversion: Conversion,
): EditorNode | undefined {
  const element = onlyElement(nodes);
  if (element?.name === "img") return readImage(element, undefined, alignment, conversion);
  if (element?.name !== "a") return undefined;
  const inner = onlyElement(element.children);
  if (inner?.name === "img") return readImage(inner, element, alignment, conversion);
  return isButton(element) ? readButton(element, undefined, alignment, conversion) : undefined;
}

function refuseUnknown(element: Element, known: readonly string[]): void {
  const isUnknown = ([name, value]: [string, string]) => hasMask(name) || (hasMask(value) && !known.includes(name));
  if (Object.entries(element.attribs).some(isUnknown) || isHidden(styleOf(element))) throw new NotInBlocks();
}

function readImage(
  image: Element,
  link: Element | undefined,
  alignment: string | undefined,
  conversion: Conversion,
): EditorNode {
  refuseUnknown(image, ["src", "alt"]);
  const { src, alt, width, height } = image.attribs;
  if (!src) throw new NotInBlocks();
  const style = styleOf(image);
  const kept = ["width", "height", "max-width", "display", "text-align"];
  for (const loss of lossesOf(image, kept)) conversion.losses.add(loss);
  const source = addressOf(src, conversion);
  const target = link?.attribs.href === undefined ? undefined : addressOf(link.attribs.href, conversion);
  if (link) refuseUnknown(link, ["href"]);
  return nodeOf("image", {
    src: source.value,
    isSrcVariable: source.isVariable || undefined,
    alt: alt ? unmask(alt, conversion.html) : undefined,
    width: pixelsOf(width) ?? pixelsOf(style.get("width")),
    height: pixelsOf(height) ?? pixelsOf(style.get("height")),
    externalLink: target?.value,
    isExternalLinkVariable: target?.isVariable || undefined,
    alignment,
  });
}

const backgroundOf = (element: Element): string | undefined => {
  const style = styleOf(element);
  const given = style.get("background-color") ?? style.get("background") ?? element.attribs.bgcolor;
  const colour = colourOf(given && splitOutsideParentheses(given.trim(), /\s/)[0]);
  return colour && !/^(none|transparent|inherit|initial)$/.test(colour) ? colour : undefined;
};

/** Whether a link is drawn as a button. */
const isButton = (element: Element): boolean => {
  const style = styleOf(element);
  const isBox = style.has("padding") || /block/.test(style.get("display") ?? "") || style.has("padding-top");
  return element.attribs.href !== undefined && isBox && backgroundOf(element) !== undefined;
};

/** Returns the button that a table cell with a background is, which has nothing but a link. */
export function readCellButton(
  cell: Element,
  alignment: string | undefined,
  conversion: Conversion,
): EditorNode | undefined {
  const link = onlyElement(cell.children);
  const background = backgroundOf(cell);
  if (link?.name !== "a" || link.attribs.href === undefined || background === undefined) return undefined;
  if (onlyElement(link.children)?.name === "img") return undefined;
  for (const loss of lossesOf(cell, ["background", "background-color", "bgcolor", "text-align", "align"]))
    conversion.losses.add(loss);
  return readButton(link, background, alignment, conversion);
}

function readButton(
  link: Element,
  background: string | undefined,
  alignment: string | undefined,
  conversion: Conversion,
): EditorNode {
  refuseUnknown(link, ["href"]);
  const style = styleOf(link);
  const isOurs = style.get("padding") === "12px 24px" && style.get("border-radius") === "6px";
  if (!isOurs)
    for (const loss of lossesOf(link, ["color", "background", "background-color"])) conversion.losses.add(loss);
  const address = addressOf(link.attribs.href ?? "", conversion);
  const label = labelOf(link.children, conversion).trim().replaceAll(/\s+/g, " ");
  const [part, ...others] = partsOf(label, conversion.html);
  const variable =
    part !== undefined && typeof part !== "string" && others.length === 0 ? expressionOf(part) : undefined;
  return nodeOf("button", {
    text: variable ?? unmask(label, conversion.html),
    isTextVariable: variable === undefined ? undefined : true,
    url: address.value,
    isUrlVariable: address.isVariable || undefined,
    alignment,
    buttonColor: backgroundOf(link) ?? background,
    textColor: colourOf(style.get("color")),
  });
}

/** Returns the words of a button, whose look is that of the whole. */
function labelOf(nodes: readonly ChildNode[], conversion: Conversion): string {
  return nodes
    .map((node) => {
      if (isText(node)) return node.data;
      if (isComment(node) && !hasMask(node.data)) return "";
      if (!isTag(node) || !["span", "strong", "b", "em", "i", "font", "br"].includes(node.name))
        throw new NotInBlocks();
      refuseUnknown(node, []);
      for (const loss of lossesOf(node, [])) conversion.losses.add(loss);
      return node.name === "br" ? " " : labelOf(node.children, conversion);
    })
    .join("");
}
