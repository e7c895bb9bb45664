import { type Filter, Tag, type Template, TypeGuards, Value } from "liquidjs";
import { LRUCache } from "lru-cache";
import { parseTemplate } from "./compile-template.ts";
import { childrenOf } from "./syntax-tree.ts";

/**
 * Costs of rendering: `cheap` takes time in proportion to the template and its variables, `costly` may take much more
 * than both suggest, because of loops or of filters whose work or result multiplies.
 */
export type TemplateCost = "cheap" | "costly";

/** The longest source of a cheap template, in characters. */
const CHEAP_LENGTH = 100_000;
/** The most characters in all expressions and tags of a cheap template: about as long as 200 usual ones. */
const CHEAP_EXPRESSIONS_LENGTH = 8000;
/** The longest single expression or tag of a cheap template, in characters: nothing is cut off in the middle of one. */
const CHEAP_EXPRESSION_LENGTH = 500;
const CHEAP_FILTERS_IN_A_ROW = 5;
/** The longest fixed argument, such as the pattern of a date, in characters. */
const CHEAP_ARGUMENT_LENGTH = 50;

const EXPRESSION_START = /\{[{%]/g;
/** A whole expression or tag; braces in quoted texts do not end it. */
const EXPRESSION = /^\{[{%](?:[^"'}%]|"[^"]*"|'[^']*'|[}%](?!\}))*[}%]\}/;

/** Without `for`, `each` and `tablerow`, which repeat, `capture`, which copies, and `cycle`, which reads its parts late. */
const CHEAP_TAGS: ReadonlySet<string> = new Set([
  "assign",
  "case",
  "comment",
  "echo",
  "if",
  "raw",
  "unless",
  "increment",
  "decrement",
  "i18n",
  "#",
  "equals",
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
]);

/** Filters that look at each character of a text at most a few times, and whose result is hardly longer. */
const CHEAP_FILTERS: ReadonlySet<string> = new Set([
  "raw",
  "escape",
  "escape_once",
  "default",
  "size",
  "first",
  "last",
  "pluralize",
  "slice",
  "lookup",
  "i18n",
  "equals",
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "titlecase",
  "uppercase",
  "lowercase",
  "upcase",
  "downcase",
  "capitalize",
  "strip",
  "lstrip",
  "rstrip",
  "squish",
  "strip_newlines",
  "newline_to_br",
  "truncate",
  "truncatewords",
  "append",
  "prepend",
  "replace",
  "replace_first",
  "remove",
  "remove_first",
  "url_encode",
  "abs",
  "at_least",
  "at_most",
  "ceil",
  "divided_by",
  "floor",
  "minus",
  "modulo",
  "plus",
  "round",
  "times",
]);
/** Cheap as long as their arguments are written in the template: a pattern of a payload may have any length. */
const CHEAP_WITH_FIXED_ARGUMENTS: ReadonlySet<string> = new Set(["date", "dateFormat", "numberFormat"]);

/** LiquidJS adds the engine's escaping to what is printed, as a filter that has the type of the function for its name. */
const ADDED_FILTER = "[object Function]";

interface Measure {
  length: number;
  /** Characters in expressions and tags. */
  expressionsLength: number;
  isCheap: boolean;
}

const measures = new LRUCache<string, Measure>({
  max: 5000,
  maxSize: 20_000_000,
  sizeCalculation: (_, source) => source.length,
});

/**
 * The cost of rendering a template once, or several texts of one message together.
 * One that cannot be parsed is cheap: it fails at once.
 */
export function templateCost(...texts: readonly string[]): TemplateCost {
  let length = 0;
  let expressionsLength = 0;
  for (const text of texts) {
    if (!text.includes("{{") && !text.includes("{%")) continue;
    const measure = measured(text);
    length += measure.length;
    expressionsLength += measure.expressionsLength;
    if (!measure.isCheap || isTooLong({ length, expressionsLength })) return "costly";
  }
  return "cheap";
}

function measured(text: string): Measure {
  const known = measures.get(text);
  if (known) return known;
  const size = { length: text.length, expressionsLength: expressionsLengthOf(text) };
  // Parsing takes time in proportion to the expressions, so it comes last.
  const measure = { ...size, isCheap: !isTooLong(size) && (parse(text)?.every(isCheapNode) ?? true) };
  measures.set(text, measure);
  return measure;
}

function isTooLong({ length, expressionsLength }: Pick<Measure, "length" | "expressionsLength">): boolean {
  return length > CHEAP_LENGTH || expressionsLength > CHEAP_EXPRESSIONS_LENGTH;
}

/** Infinite when a single one is too long, or when all together are. */
function expressionsLengthOf(text: string): number {
  let total = 0;
  for (const { index } of text.matchAll(EXPRESSION_START)) {
    const expression = EXPRESSION.exec(text.slice(index, index + CHEAP_EXPRESSION_LENGTH));
    total += expression?.[0].length ?? Number.POSITIVE_INFINITY;
    if (total > CHEAP_EXPRESSIONS_LENGTH) return Number.POSITIVE_INFINITY;
  }
  return total;
}

function parse(text: string): Template[] | undefined {
  try {
    return parseTemplate(text);
  } catch {
    // Rendering it reports the reason.
    return undefined;
  }
}

function isCheapNode(template: Template): boolean {
  if (template instanceof Tag && !CHEAP_TAGS.has(template.name)) return false;
  return [...(template.arguments?.() ?? [])].every(isCheapArgument) && childrenOf(template).every(isCheapNode);
}

function isCheapArgument(argument: unknown): boolean {
  if (!(argument instanceof Value)) return true;
  const filters = argument.filters.filter(({ name }) => name !== ADDED_FILTER);
  return filters.length <= CHEAP_FILTERS_IN_A_ROW && filters.every(isCheapFilter);
}

function isCheapFilter({ name, args }: Filter): boolean {
  return CHEAP_FILTERS.has(name) || (CHEAP_WITH_FIXED_ARGUMENTS.has(name) && args.every(isFixed));
}

function isFixed(argument: Filter["args"][number]): boolean {
  const token = Array.isArray(argument) ? argument[1] : argument;
  if (TypeGuards.isNumberToken(token)) return true;
  return TypeGuards.isQuotedToken(token) && token.getText().length <= CHEAP_ARGUMENT_LENGTH;
}
