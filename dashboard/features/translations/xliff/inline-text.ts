import { attributeOf, childrenOf, nameOf, textOf, type XmlNode } from "./xml-nodes.ts";

/** The attribute by which an empty code says what it stands for. */
const EQUIVALENTS = ["equiv-text", "equiv"];

/**
 * The text of a source or target, with its codes as they were in the original: what stands in them (XLIFF 1.2: `ph`, `bpt`), what
 * they say that they stand for, or what they refer to in the unit's original data (XLIFF 2.0).
 */
export function inlineText(nodes: readonly XmlNode[], data: ReadonlyMap<string, string> = new Map()): string {
  return nodes.map((node) => textOf(node) ?? codeText(node, data)).join("");
}

function codeText(node: XmlNode, data: ReadonlyMap<string, string>): string {
  const name = nameOf(node);
  const inner = inlineText(childrenOf(node), data);
  const referred = (attribute: string) => data.get(attributeOf(node, attribute) ?? "") ?? "";
  if (name === "cp") return characterOf(attributeOf(node, "hex"));
  if (name === "pc") return `${referred("dataRefStart")}${inner}${referred("dataRefEnd")}`;
  // A mark of a reviewer around a text, and a pair of codes that does not say what it stands for.
  if (inner !== "") return inner;
  const equivalent = EQUIVALENTS.map((attribute) => attributeOf(node, attribute)).find(Boolean);
  return referred("dataRef") || (equivalent ?? "");
}

/** A character that XML cannot write, by its code in hexadecimal digits. */
function characterOf(hex: string | undefined): string {
  const code = Number.parseInt(hex ?? "", 16);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}
