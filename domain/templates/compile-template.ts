import { LiquidError, type Template } from "liquidjs";
import { LRUCache } from "lru-cache";
import { DomainError } from "../errors.ts";
import { parseBounded } from "./bounded-nesting.ts";
import { createTemplateEngine } from "./engine.ts";
import type { Escaping } from "./safe-html.ts";
import { syntaxRemedy } from "./syntax-remedy.ts";

/** Limits of one rendering, or of several that share them. Without, the engine's own apply to each rendering. */
export interface RenderLimits {
  /** The time that is left, in milliseconds. */
  remainingMs(): number;
  /** Characters and list items that each rendering may create. */
  memory: number;
}

export interface CompiledTemplate {
  /**
   * Renders with the variables given. Throws `invalid_input` with the reason and the line when that fails, as a
   * `TemplateLimitError` when it took too long or needed too much memory.
   */
  render(context: object, limits?: RenderLimits): string;
}

export interface CompileOptions {
  escape: Escaping;
}

export interface RenderOptions extends CompileOptions {
  limits?: RenderLimits | undefined;
}

/** A rendering that was cut off. The same template may well render elsewhere, with other limits or other variables. */
export class TemplateLimitError extends DomainError {
  readonly limit: "time" | "memory";

  constructor(limit: "time" | "memory", message: string) {
    super("invalid_input", message);
    this.limit = limit;
  }
}

/** A template that cannot be parsed: it renders nowhere and for nobody. */
export class TemplateSyntaxError extends DomainError {
  constructor(message: string) {
    super("invalid_input", message);
  }
}

/** Longest text that a template may render to, in characters. */
const OUTPUT_LIMIT = 5_000_000;
/** Memory for the templates of one escaping that are kept parsed, in bytes, roughly. */
const CACHE_SIZE = 10_000_000;
/** Memory that the syntax tree of an expression takes, in bytes, roughly. */
const EXPRESSION_SIZE = 1000;

const engines = {
  html: createTemplateEngine("html"),
  marked: createTemplateEngine("marked"),
  none: createTemplateEngine("none"),
};
const KNOWN = { tags: Object.keys(engines.none.tags), filters: Object.keys(engines.none.filters) };
/** By the text itself: looking a long one up costs nothing again, as it would if a key were made of it. */
const caches = { html: createCache(), marked: createCache(), none: createCache() };

function createCache(): LRUCache<string, CompiledTemplate> {
  return new LRUCache({
    max: 5000,
    maxSize: CACHE_SIZE,
    sizeCalculation: (_, source) => 1 + source.length + EXPRESSION_SIZE * (source.match(/\{[{%]/g)?.length ?? 0),
  });
}

/**
 * Parses a template once; asking again for the same text costs a look-up, because one template is rendered for many
 * subscribers in a row. Throws `invalid_input` with the reason and the line when the text cannot be parsed.
 */
export function compileTemplate(text: string, { escape: escaping }: CompileOptions): CompiledTemplate {
  const cache = caches[escaping];
  const cached = cache.get(text);
  if (cached) return cached;
  const compiled = isStatic(text) ? { render: () => text } : toCompiled(parseTemplate(text, escaping), escaping);
  cache.set(text, compiled);
  return compiled;
}

/** The syntax tree of a template, for analysis. Throws as `compileTemplate` does. */
export function parseTemplate(text: string, escaping: Escaping = "none"): Template[] {
  return orInvalid(() => parseBounded(engines[escaping], text));
}

/** The escaping of a message's content, where that is html. */
export const contentEscaping = ({ unescaped }: { unescaped?: true | undefined }): Escaping =>
  unescaped ? "none" : "html";

/** Renders a template once, trimmed as subjects, titles and sender names are. */
export function renderText(text: string | null | undefined, context: object, options: RenderOptions): string {
  return text ? compileTemplate(text, options).render(context, options.limits).trim() : "";
}

/** Renders several texts with the same variables; each is trimmed, a missing one is empty. */
export function renderFields<K extends string>(
  fields: Readonly<Record<K, string | null | undefined>>,
  context: object,
  options: RenderOptions,
): Record<K, string> {
  const rendered: Partial<Record<K, string>> = {};
  for (const name of keysOf(fields)) rendered[name] = renderText(fields[name], context, options);
  return complete(rendered);
}

function toCompiled(templates: Template[], escaping: Escaping): CompiledTemplate {
  return {
    render: (context, limits) =>
      orInvalid(() => {
        const options = limits && { renderLimit: limits.remainingMs(), memoryLimit: limits.memory };
        const output: unknown = engines[escaping].renderSync(templates, context, options);
        if (typeof output !== "string") throw new Error("a template renders to a text");
        if (output.length > OUTPUT_LIMIT)
          throw new Error(`output exceeds ${OUTPUT_LIMIT} characters: shorten the template or the payload`);
        return output;
      }),
  };
}

function isStatic(text: string): boolean {
  return !text.includes("{{") && !text.includes("{%");
}

function orInvalid<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = `Template cannot be rendered: ${error instanceof Error ? error.message : String(error)}`;
    const limit = exceededLimit(error);
    if (limit) throw new TemplateLimitError(limit, message);
    if (!isSyntaxError(error)) throw new DomainError("invalid_input", message);
    const remedy = syntaxRemedy(error, KNOWN);
    throw new TemplateSyntaxError(remedy === undefined ? message : `${message}: ${remedy}`);
  }
}

/** Parsing reports these two kinds only; what a rendering lacks, such as a variable, has kinds of its own. */
const isSyntaxError = (error: unknown): error is LiquidError =>
  LiquidError.is(error) && (error.name === "ParseError" || error.name === "TokenizationError");

/** LiquidJS names its limits only in the message of the error that it wraps. JavaScript has a limit of its own for texts. */
function exceededLimit(error: unknown): "time" | "memory" | undefined {
  const cause = LiquidError.is(error) ? error.originalError : error;
  if (cause instanceof RangeError && cause.message === "Invalid string length") return "memory";
  const reason = cause instanceof Error && cause.name === "AssertionError" ? cause.message : "";
  if (reason === "template render limit exceeded") return "time";
  return reason === "memory alloc limit exceeded" ? "memory" : undefined;
}

/** `Object.keys` forgets the names of the keys; the argument's type has them all. */
function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[];
}

/** Every key has been assigned in a loop, which the type system cannot follow. */
function complete<K extends string>(record: Partial<Record<K, string>>): Record<K, string> {
  return record as Record<K, string>;
}
