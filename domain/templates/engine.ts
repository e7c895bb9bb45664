import { Liquid } from "liquidjs";
import { type BoundedHelper, bounded, boundFilters, Capture, withPlainValues } from "./bounded-filters.ts";
import { registerDateFilters } from "./date-filters.ts";
import { registerExactFilters } from "./exact-filters.ts";
import type { Comparison } from "./helpers/comparison.ts";
import { comparisonTag } from "./helpers/comparison-tag.ts";
import { dateFormat } from "./helpers/date-format.ts";
import { EachTag } from "./helpers/each-tag.ts";
import { eq } from "./helpers/eq.ts";
import { equals } from "./helpers/equals.ts";
import { groupBy } from "./helpers/group-by.ts";
import { gt } from "./helpers/gt.ts";
import { gte } from "./helpers/gte.ts";
import { i18nFilter } from "./helpers/i18n.ts";
import { I18nTag } from "./helpers/i18n-tag.ts";
import { json } from "./helpers/json.ts";
import { lookup } from "./helpers/lookup.ts";
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
import { type Escaping, escapeHtml, SafeHtml } from "./safe-html.ts";
import { toText } from "./text.ts";
import { If, operators, Unless } from "./truthiness.ts";
import { markValue } from "./value-marks.ts";

/** Longest template, in characters. */
const PARSE_LIMIT = 1_000_000;
/** Longest time that one rendering may take, in milliseconds, unless the caller sets another limit. */
const RENDER_LIMIT_MS = 1000;
/** Most characters and list items that one rendering may create, unless the caller sets another limit. */
const MEMORY_LIMIT = 3_000_000;

const FILTERS = {
  titlecase,
  uppercase,
  lowercase,
  pluralize,
  dateFormat,
  numberFormat,
  json,
  unique,
  groupBy,
  sortBy,
  lookup,
};
const COMPARISONS: Readonly<Record<string, Comparison>> = { equals, eq, ne, gt, gte, lt, lte };
/** Tags that read other templates: there are none to read, so using one is an error when the template is saved. */
const TAGS_WITH_PARTIALS = ["include", "render", "layout", "block"];

/**
 * LiquidJS with the product's helpers. Templates are written by customers and rendered beside those of
 * others: they see own properties only, read no files, and are cut off when they grow or run without end.
 */
export function createTemplateEngine(escaping: Escaping): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    jsTruthy: true,
    operators,
    outputEscape: PRINTERS[escaping],
    templates: {},
    // Variables that nothing provides are looked for here: without this, `size` would be the number of keys.
    globals: { size: undefined },
    locale: "en-US",
    timezoneOffset: 0,
    parseLimit: PARSE_LIMIT,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    strictFilters: true,
  });
  registerExactFilters(engine);
  registerDateFilters(engine);
  boundFilters(engine);
  engine.registerTag("if", If);
  engine.registerTag("unless", Unless);
  engine.registerTag("capture", Capture);
  engine.registerTag("each", EachTag);
  engine.registerTag("i18n", I18nTag);
  for (const [name, helper] of Object.entries(FILTERS)) engine.registerFilter(name, bounded(helper));
  engine.registerFilter("i18n", i18nFilter(escaping));
  engine.registerFilter("raw", { handler: printRaw, raw: true });
  for (const [name, comparison] of Object.entries(COMPARISONS)) {
    engine.registerFilter(name, withPlainValues(comparison));
    engine.registerTag(name, comparisonTag(name, comparison));
  }
  // Values are escaped anyway: a template that asks for it once more means the same, not twice.
  if (escaping === "html") engine.registerFilter("escape", { handler: printHtml, raw: true });
  if (escaping === "marked") engine.registerFilter("escape", { handler: printEscaped, raw: true });
  for (const tag of TAGS_WITH_PARTIALS) delete engine.tags[tag];
  return engine;
}

const printText: BoundedHelper<string> = bounded(toText);
const printRaw: BoundedHelper<string> = bounded((value) =>
  value instanceof SafeHtml ? value.toString() : toText(value),
);

/** Counts the text before it is escaped, which makes it up to six times as long. */
function printHtml(this: ThisParameterType<typeof printText>, value: unknown): string {
  return value instanceof SafeHtml ? printRaw.call(this, value) : escapeHtml(printText.call(this, value));
}

/** A translation is the author's text, of which the variables are marked already. */
function printMarked(this: ThisParameterType<typeof printText>, value: unknown): string {
  return value instanceof SafeHtml ? printRaw.call(this, value) : markValue(printText.call(this, value));
}

/** For authors who escape by themselves. */
function printEscaped(this: ThisParameterType<typeof printText>, value: unknown): string {
  return escapeHtml(printText.call(this, value));
}

const PRINTERS = { html: printHtml, marked: printMarked, none: printText };
