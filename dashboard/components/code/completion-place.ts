import { itemsOf, type Schema, schemaAt } from "#contract/constants/values/schema-path.ts";
import { schemaOfPath, schemaOfValue } from "./filtered-schema.ts";
import { parseLiquid } from "./liquid-syntax.ts";

/** The kind of name that stands, or may stand, before a place of a template. */
export type CompletionPlace =
  /** A name after a path: `payload.order.` has the path `payload`, `order`. */
  | { kind: "variable"; path: readonly (string | number)[]; from: number }
  | { kind: "filter"; from: number }
  /** The key of a translation, which begins after a quotation mark. */
  | { kind: "text"; quote: string; inTag: boolean; from: number }
  | { kind: "tag"; from: number };

const OPENING = /\{\{-?|\{%-?/g;
/** In characters: what is longer is the text after an expression, and not looked through at each key. */
const LONGEST_EXPRESSION = 2000;
/** An expression that has begun with the key of a translation. */
const KEY_BEFORE = /^\s*(i18n\s+)?(["'])([^"']*)$/;
const CLOSED = /\}\}|%\}/;
/** A path with names, numbers and quoted names: `payload.items[0]["name"]`. */
const PATH = /[A-Za-z_][\w-]*(?:\.[\w-]+|\[(?:\d+|"[^"]*"|'[^']*')\])*/;
// slow-expression: the code that it is looked for in has 2,000 characters at most.
const PATH_BEFORE = new RegExp(`(${PATH.source})\\.([\\w-]*)$`);

/** Returns what can be completed before a place, which counts from 0; undefined outside of outputs and tags, and in quoted texts. */
export function completionPlace(text: string, position: number): CompletionPlace | undefined {
  const before = text.slice(0, position);
  if (isInRawBlock(before)) return undefined;
  const opening = [...before.matchAll(OPENING)].at(-1);
  if (!opening) return undefined;
  const code = before.slice(opening.index + opening[0].length);
  if (code.length > LONGEST_EXPRESSION) return undefined;
  const quoted = KEY_BEFORE.exec(code);
  if (quoted) {
    const [, tag, quote = "", typed = ""] = quoted;
    const isTag = opening[0].startsWith("{%");
    return isTag === (tag !== undefined)
      ? { kind: "text", quote, inTag: isTag, from: position - typed.length }
      : undefined;
  }
  const unquoted = code.replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => "_".repeat(quoted.length));
  if (CLOSED.test(unquoted) || /["']/.test(unquoted)) return undefined;
  const at = (length: number) => position - length;
  const filter = /\|\s*([\w-]*)$/.exec(unquoted);
  if (filter) return { kind: "filter", from: at(filter[1]?.length ?? 0) };
  const tag = opening[0].startsWith("{%") ? /^\s*(\w*)$/.exec(unquoted) : null;
  if (tag) return { kind: "tag", from: at(tag[1]?.length ?? 0) };
  const path = PATH_BEFORE.exec(code);
  if (path) return { kind: "variable", path: keysOf(path[1] ?? ""), from: at(path[2]?.length ?? 0) };
  const name = /(?:^|[\s,:(=<>[])([A-Za-z_][\w-]*)?$/.exec(unquoted);
  if (!name || NEW_NAME.test(unquoted)) return undefined;
  const typed = name[1] ?? "";
  const earlier = unquoted.slice(0, unquoted.length - typed.length);
  const isFirstInTag = opening[0].startsWith("{%") && /^\s*\w+\s+$/.test(earlier);
  // After another value only an operator or a bar can follow.
  const isAfterValue = /[\w\])]\s+$/.test(earlier) && !OPERATOR.test(earlier);
  return isAfterValue && !isFirstInTag ? undefined : { kind: "variable", path: [], from: at(typed.length) };
}

/** Tags of which the next word is a name that the template makes. */
const NEW_NAME = /^\s*(?:for|each|tablerow|assign|capture|increment|decrement)\s+[\w-]*$/;
const OPERATOR = /\b(?:in|and|or|not|contains)\s+$/;

/** Whether the text ends in a block of which nothing is read. */
function isInRawBlock(before: string): boolean {
  const blocks = [...before.matchAll(/\{%-?\s*(end)?(raw|comment)\s*-?%\}/g)];
  const last = blocks.at(-1);
  return last !== undefined && last[1] === undefined;
}

/** The keys of a path as it is written. */
function keysOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]|([\w-]+)/g)].map(([, index, ...names]) =>
    index === undefined ? (names.find((name) => name !== undefined) ?? "") : Number(index),
  );
}

const LOOP_NUMBERS = ["index", "index0", "rindex", "rindex0", "length"];
const FORLOOP: Schema = {
  type: "object",
  properties: {
    ...Object.fromEntries(LOOP_NUMBERS.map((name) => [name, { type: "number" }])),
    first: { type: "boolean" },
    last: { type: "boolean" },
  },
};

const LOOP = new RegExp(`^(?:for|each|tablerow)\\s+([\\w-]+)\\s+in\\s+(${PATH.source})`);
const NAMING = /^(assign|capture|increment|decrement)\s+([\w-]+)/;

/** Returns the schema of all names at the end of an unfinished template: those given, and those that its tags make. */
export function schemaBefore(before: string, schema: Schema): Schema {
  // What is assigned holds after the block that it is in as well.
  const blocks: Record<string, Schema>[] = [{}];
  const inner = () => withNames(schema, Object.assign({}, ...blocks));
  for (const code of tagsIn(before)) {
    const [, item, list] = LOOP.exec(code) ?? [];
    const [, naming, name] = NAMING.exec(code) ?? [];
    if (/^end(?:for|each|tablerow)\b/.test(code)) {
      if (blocks.length > 1) blocks.pop();
    } else if (item && list) {
      blocks.push({ [item]: itemsOf(schemaAt(inner(), keysOf(list)) ?? true), forloop: FORLOOP });
    } else if (naming && name) {
      const value = naming === "assign" ? assignedSchema(code, inner()) : { type: NAMED_TYPES[naming] };
      Object.assign(blocks[0] ?? {}, { [name]: value });
    }
  }
  return inner();
}

const NAMED_TYPES: Readonly<Record<string, string>> = { capture: "string", increment: "number", decrement: "number" };

/** Returns the code of the tags of a text, without braces; not those in blocks of which nothing is read. */
function tagsIn(text: string): string[] {
  const tags: string[] = [];
  let unread: string | undefined;
  for (let start = text.indexOf("{%"); start >= 0; ) {
    const end = text.indexOf("%}", start);
    if (end < 0) break;
    const code = text
      .slice(start + 2, Math.min(end, start + LONGEST_EXPRESSION))
      .replaceAll(/^-|-$/g, "")
      .trim();
    if (unread === undefined) {
      unread = /^(?:raw|comment)\b/.exec(code)?.[0];
      tags.push(code);
    } else if (code === `end${unread}`) unread = undefined;
    start = text.indexOf("{%", end);
  }
  return tags;
}

function assignedSchema(code: string, names: Schema): Schema {
  try {
    const [template] = parseLiquid(`{% ${code} %}`);
    const [value] = template?.arguments?.() ?? [];
    return schemaOfValue(value, (token) => schemaOfPath(token, names));
  } catch {
    // The editor says what is wrong with it.
    return true;
  }
}

function withNames(schema: Schema, names: Record<string, Schema>): Schema {
  const known = typeof schema === "object" && schema !== null ? schema : { type: "object", additionalProperties: true };
  const properties = "properties" in known && typeof known.properties === "object" ? known.properties : {};
  return { ...known, properties: { ...names, ...properties, ...names } };
}
