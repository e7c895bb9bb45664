import { Fragment, type Mark, type Node, type NodeType, type Schema } from "@tiptap/pm/model";
import { type BlockType, blockOf, blockTypeOf } from "#contract/constants/templates/blocks.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { documentIn } from "./body-kind.ts";
import { isKnownMark } from "./known-marks.ts";

type Json = Readonly<Record<string, unknown>>;

/** The type and the attributes of a node as the document has them, also those that the editor does not know. */
interface KeptNode {
  type: string;
  attrs: Json;
}

/** The nodes of a document as they were read. One that is still the same is written as it was. */
const asRead = new WeakMap<Node, Json>();

/** Returns the document of the editor. What it does not know is in nodes that keep it. */
export function readDocument(body: string, schema: Schema): Node {
  const json = documentIn(body) ?? { type: "doc" };
  const blocks = contentOf(json).map((node) => readChild(node, schema, schema.topNodeType));
  const doc = schema.topNodeType.create(null, blocks.length > 0 ? blocks : [schema.node("paragraph")]);
  asRead.set(doc, json);
  return doc;
}

/** Returns the body of an email. `before` is the one that was read: what it has beside its blocks stays. */
export function writeDocument(doc: Node, before: string): string {
  const { content: _blocks, ...others } = documentIn(before) ?? { type: "doc" };
  return JSON.stringify({ ...others, content: written(doc.content) });
}

const contentOf = ({ content }: Json): Json[] => (Array.isArray(content) ? content.filter(isJsonObject) : []);

function readChild(json: Json, schema: Schema, parent: NodeType): Node {
  const node = readNode(json, schema);
  const isAllowed = node && parent.contentMatch.matchType(node.type);
  const read = isAllowed ? node : keptNode(json, schema, parent.inlineContent);
  asRead.set(read, json);
  return read;
}

const keptNode = (json: Json, schema: Schema, isInline: boolean): Node =>
  schema.node(isInline ? "keptInline" : "keptBlock", { node: json });

/** Returns undefined for what the schema has no place for. */
function readNode(json: Json, schema: Schema): Node | undefined {
  if (json.type === "text") return readText(json, schema);
  const name = blockTypeOf(String(json.type));
  const type = name && schema.nodes[name];
  if (!type) return undefined;
  const raw = isJsonObject(json.attrs) ? json.attrs : {};
  const attrs: Record<string, unknown> = { kept: { type: String(json.type), attrs: raw } satisfies KeptNode };
  for (const attribute of blockOf(name).attributes) {
    const value = readAttribute(raw[attribute]);
    if (value !== undefined) attrs[attribute] = value;
  }
  if (name === "htmlCodeBlock") attrs.html = textIn(json);
  const children = type.isAtom ? [] : contentOf(json).map((child) => readChild(child, schema, type));
  const content = Fragment.fromArray(children);
  const marks = readMarks(json.marks, schema);
  const isWhole = hasOnlyKnown(json) && (type.isInline || marks.length === 0);
  // An atom that has content in the document would lose it.
  const hasAll = !type.isAtom || name === "htmlCodeBlock" || contentOf(json).length === 0;
  return isWhole && hasAll && type.validContent(content) ? type.create(attrs, content, marks) : undefined;
}

/** Whether a node is nothing but what nodes have. */
const hasOnlyKnown = ({ type: _type, attrs, content, marks, ...others }: Json): boolean =>
  Object.keys(others).length === 0 &&
  (attrs === undefined || isJsonObject(attrs)) &&
  (content === undefined || (Array.isArray(content) && content.every(isJsonObject))) &&
  (marks === undefined || (Array.isArray(marks) && marks.every(isJsonObject)));

/** Null says the same as an attribute that is not there. */
const readAttribute = (value: unknown): unknown => (value === null ? undefined : value);

const textIn = (json: Json): string =>
  contentOf(json)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("");

function readText(json: Json, schema: Schema): Node | undefined {
  const { text, attrs } = json;
  if (typeof text !== "string" || text === "" || attrs !== undefined) return undefined;
  return schema.text(text, readMarks(json.marks, schema));
}

function readMarks(marks: unknown, schema: Schema): readonly Mark[] {
  if (!Array.isArray(marks)) return [];
  return marks.filter(isJsonObject).reduce<readonly Mark[]>((set, mark) => {
    const type = String(mark.type);
    const attrs = isJsonObject(mark.attrs) ? mark.attrs : {};
    const read = isKnownMark(type, attrs) ? schema.mark(type, attrs) : schema.mark("keptMark", { mark });
    return read.addToSet(set);
  }, []);
}

function written(content: Fragment): Json[] {
  const nodes: Json[] = [];
  content.forEach((node) => {
    nodes.push(writtenNode(node));
  });
  return nodes;
}

function writtenNode(node: Node): Json {
  const read = asRead.get(node);
  if (read) return read;
  const { name } = node.type;
  if (name === "keptBlock" || name === "keptInline") return node.attrs.node;
  const json = nodeJson(node);
  // Nodes never change: the next save finds it here.
  asRead.set(node, json);
  return json;
}

function nodeJson(node: Node): Json {
  const { name } = node.type;
  const marks = node.marks.map(writtenMark);
  const withMarks = marks.length > 0 ? { marks } : {};
  if (node.isText) return { type: "text", text: node.text ?? "", ...withMarks };
  const { type, attrs } = writtenAttributes(node);
  const content =
    name === "htmlCodeBlock"
      ? node.attrs.html === ""
        ? []
        : [{ type: "text", text: node.attrs.html }]
      : written(node.content);
  return {
    type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(content.length > 0 && { content }),
    ...withMarks,
  };
}

const writtenMark = (mark: Mark): Json => {
  if (mark.type.name === "keptMark") return mark.attrs.mark;
  const attrs = Object.fromEntries(Object.entries(mark.attrs).filter(([, value]) => value !== null));
  return { type: mark.type.name, ...(Object.keys(attrs).length > 0 && { attrs }) };
};

function writtenAttributes(node: Node): { type: string; attrs: Json } {
  const name = node.type.name as BlockType;
  const kept: KeptNode | null = node.attrs.kept;
  const keptName = kept ? blockTypeOf(kept.type) : undefined;
  const attrs: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(kept?.attrs ?? {})) {
    // What the block knew as another one, such as the level of a heading, says nothing about this one.
    const isOther = keptName !== name && keptName && includes(blockOf(keptName).attributes, key);
    if (!isOther) attrs[key] = value;
  }
  for (const key of blockOf(name).attributes) {
    const value: unknown = node.attrs[key];
    if (value === (readAttribute(attrs[key]) ?? null)) continue;
    if (value === null) delete attrs[key];
    else attrs[key] = value;
  }
  return { type: keptName === name && kept ? kept.type : name, attrs };
}

const includes = (names: readonly string[], name: string): boolean => names.includes(name);
