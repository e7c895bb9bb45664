import { itemsOf, type Schema, schemaAt } from "#contract/constants/schema-path.ts";

/** The kind of name that stands, or may stand, before a place of a template. */
export type CompletionPlace =
  /** A name after a path: `payload.order.` has the path `payload`, `order`. */
  | { kind: "variable"; path: readonly (string | number)[]; from: number }
  | { kind: "filter"; from: number }
  | { kind: "tag"; from: number };

const OPENING = /\{\{-?|\{%-?/g;
/** In characters: what is longer is the text after an expression, and not looked through at each key. */
const LONGEST_EXPRESSION = 2000;
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

const NAMING = new RegExp(
  String.raw`\{%-?\s*(?:(end)?(for|each|tablerow)\b(?:\s+([\w-]+)\s+in\s+(${PATH.source}))?|(assign|capture|increment|decrement)\s+([\w-]+)(?:\s*=\s*(${PATH.source})\s*-?%\})?)`,
  "g",
);

/** Returns the schema of all names at the end of an unfinished template: those given, and those that its tags make. */
export function schemaBefore(before: string, schema: Schema): Schema {
  const blocks: Record<string, Schema>[] = [{}];
  const inner = () => withNames(schema, Object.assign({}, ...blocks));
  for (const [, isEnd, loop, item, list, naming, name, value] of before.matchAll(NAMING)) {
    if (loop && isEnd) {
      if (blocks.length > 1) blocks.pop();
    } else if (loop && item && list) {
      blocks.push({ [item]: itemsOf(schemaAt(inner(), keysOf(list)) ?? true), forloop: FORLOOP });
    } else if (naming && name) {
      const isText = naming === "capture";
      const given = value === undefined ? undefined : schemaAt(inner(), keysOf(value));
      Object.assign(blocks.at(-1) ?? {}, { [name]: given ?? (isText ? { type: "string" } : true) });
    }
  }
  return inner();
}

function withNames(schema: Schema, names: Record<string, Schema>): Schema {
  const known = typeof schema === "object" && schema !== null ? schema : { type: "object", additionalProperties: true };
  const properties = "properties" in known && typeof known.properties === "object" ? known.properties : {};
  return { ...known, properties: { ...names, ...properties, ...names } };
}
