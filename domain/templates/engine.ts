import { Liquid } from "liquidjs";
import type { Comparison } from "./helpers/comparison.ts";
import { comparisonTag } from "./helpers/comparison-tag.ts";
import { dateFormat } from "./helpers/date-format.ts";
import { eq } from "./helpers/eq.ts";
import { equals } from "./helpers/equals.ts";
import { groupBy } from "./helpers/group-by.ts";
import { gt } from "./helpers/gt.ts";
import { gte } from "./helpers/gte.ts";
import { json } from "./helpers/json.ts";
import { lowercase } from "./helpers/lowercase.ts";
import { lt } from "./helpers/lt.ts";
import { lte } from "./helpers/lte.ts";
import { ne } from "./helpers/ne.ts";
import { numberFormat } from "./helpers/number-format.ts";
import { pluralize } from "./helpers/pluralize.ts";
import { sortBy } from "./helpers/sort-by.ts";
import { titlecase } from "./helpers/titlecase.ts";
import { unique } from "./helpers/unique.ts";
import { uppercase } from "./helpers/uppercase.ts";
import { escapeHtml, SafeHtml } from "./safe-html.ts";
import { toText } from "./text.ts";
import { If, operators, Unless } from "./truthiness.ts";

/** What printed values are made safe for: `html` escapes them, `none` is for texts, subjects, titles and urls. */
export type Escaping = "html" | "none";

/** Longest template, in characters. */
const PARSE_LIMIT = 1_000_000;
/** Longest time that one rendering may take, in milliseconds: it blocks everybody else's for as long. */
const RENDER_LIMIT_MS = 1000;
/** Most characters and list items that one rendering may create, as LiquidJS counts them. */
const MEMORY_LIMIT = 10_000_000;

const FILTERS = { titlecase, uppercase, lowercase, pluralize, dateFormat, unique, groupBy, sortBy, numberFormat, json };
const COMPARISONS: Readonly<Record<string, Comparison>> = { equals, eq, ne, gt, gte, lt, lte };
/** Tags that read other templates: there are none to read, so using one is an error when the template is saved. */
const TAGS_WITH_PARTIALS = ["include", "render", "layout", "block"];

/**
 * LiquidJS with the product's helpers (engine.md 9). Templates are written by customers and rendered beside those of
 * others: they see own properties only, read no files, and are cut off when they grow or run without end.
 */
export function createTemplateEngine(escaping: Escaping): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    jsTruthy: true,
    operators,
    outputEscape: escaping === "html" ? printHtml : toText,
    templates: {},
    locale: "en-US",
    timezoneOffset: 0,
    parseLimit: PARSE_LIMIT,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    strictFilters: true,
  });
  engine.registerTag("if", If);
  engine.registerTag("unless", Unless);
  for (const [name, helper] of Object.entries(FILTERS)) engine.registerFilter(name, helper);
  for (const [name, comparison] of Object.entries(COMPARISONS)) {
    engine.registerFilter(name, comparison);
    engine.registerTag(name, comparisonTag(name, comparison));
  }
  // Values are escaped anyway: a template that asks for it once more means the same, not twice.
  if (escaping === "html") engine.registerFilter("escape", { handler: printHtml, raw: true });
  for (const tag of TAGS_WITH_PARTIALS) delete engine.tags[tag];
  return engine;
}

function printHtml(value: unknown): string {
  return value instanceof SafeHtml ? value.toString() : escapeHtml(toText(value));
}
