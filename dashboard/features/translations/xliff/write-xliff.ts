import { XMLBuilder } from "fast-xml-parser";
import { PLACEHOLDER } from "#contract/constants/templates/translation-texts.ts";
import type { GroupTexts, LocaleColumn } from "../text-states.ts";
import { element, textNode, type XmlNode } from "./xml-nodes.ts";

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  suppressEmptyNode: true,
  processEntities: true,
});

/** Characters that XML 1.0 has no way to write. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * The texts of a locale beside those that they translate, as a file of XLIFF 1.2, which all programs for translators read. A text that is
 * missing has no target; one that is outdated, or prints other placeholders, is to be reviewed. Placeholders are marked, so that nobody
 * translates them.
 */
export function xliffFile(group: string, { keys, columns, source, stateOf }: GroupTexts, column: LocaleColumn): string {
  const originals = columns.find(({ locale }) => locale === source);
  const units = keys.flatMap((key) => {
    const original = originals?.texts.get(key);
    if (original === undefined) return [];
    const translation = column.texts.get(key);
    const state = stateOf(column, key).open.length > 0 ? "needs-review-translation" : "translated";
    const ids = new Map<string, string>();
    const parts = [element("source", {}, marked(original, ids))];
    if (translation !== undefined) parts.push(element("target", { state }, marked(translation, ids)));
    return [element("trans-unit", { id: key, resname: key, "xml:space": "preserve" }, parts)];
  });
  const file = {
    original: group,
    datatype: "plaintext",
    "source-language": source,
    "target-language": column.locale,
  };
  const root = element("xliff", { version: "1.2", xmlns: "urn:oasis:names:tc:xliff:document:1.2" }, [
    element("file", file, [element("body", {}, units)]),
  ]);
  // Programs that read XML make a line feed of any other end of a line.
  const xml = String(builder.build([root])).replaceAll("\r", "&#13;");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

/** A text with its placeholders as codes, each with the id that it has in the source. */
function marked(text: string, ids: Map<string, string>): XmlNode[] {
  const nodes: XmlNode[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [placeholder] = match;
    if (match.index > end) nodes.push(writable(text.slice(end, match.index)));
    const id = ids.get(placeholder) ?? String(ids.size + 1);
    ids.set(placeholder, id);
    nodes.push(element("ph", { id }, [writable(placeholder)]));
    end = match.index + placeholder.length;
  }
  return end < text.length ? [...nodes, writable(text.slice(end))] : nodes;
}

const writable = (text: string): XmlNode => textNode(text.replaceAll(UNWRITABLE, ""));
