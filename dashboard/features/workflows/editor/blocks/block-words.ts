import { isJsonObject } from "#contract/constants/values/json-object.ts";

/** Names of blocks on the screen, by their names in documents. */
const WORDS: Readonly<Record<string, string>> = {
  paragraph: "Paragraph",
  heading: "Heading",
  footer: "Footer",
  bulletList: "Bulleted list",
  orderedList: "Numbered list",
  listItem: "List item",
  blockquote: "Quote",
  codeBlock: "Code",
  horizontalRule: "Divider",
  spacer: "Space",
  image: "Image",
  button: "Button",
  columns: "Columns",
  column: "Column",
  repeat: "Repeat",
  htmlCodeBlock: "HTML",
  variable: "Variable",
  keptBlock: "Block that is kept as it is",
  keptInline: "Part that is kept as it is",
};

/** Returns the name of a block on the screen. */
export const blockWord = (type: string): string => WORDS[type] ?? type;

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
