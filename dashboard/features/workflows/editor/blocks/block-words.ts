import { blockOf, blockTypeOf } from "#contract/constants/templates/blocks.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";

const KEPT: Readonly<Record<string, string>> = {
  keptBlock: "Block that is kept as it is",
  keptInline: "Part that is kept as it is",
};

/** Returns the name of a block on the screen. */
export function blockWord(type: string): string {
  const block = blockTypeOf(type);
  return (block ? blockOf(block).label : KEPT[type]) ?? type;
}

/** Returns what a node of a document is about, for one that the editor does not know: its type, and the texts in it. */
export function documentWords(node: unknown): string {
  const texts: string[] = [];
  collect(node, texts, 0);
  const type = isJsonObject(node) ? String(node.type) : "unknown";
  const words = texts.join(" ").trim();
  return words === "" ? type : `${type}, “${words.length > 60 ? `${words.slice(0, 60)}…` : words}”`;
}

function collect(node: unknown, texts: string[], depth: number): void {
  if (!isJsonObject(node) || depth > 20) return;
  if (typeof node.text === "string") texts.push(node.text);
  if (Array.isArray(node.content)) for (const child of node.content) collect(child, texts, depth + 1);
}
