import type { Template } from "liquidjs";
import { LRUCache } from "lru-cache";
import { DomainError } from "../errors.ts";
import { createTemplateEngine, type Escaping } from "./engine.ts";

export interface CompiledTemplate {
  /** Renders with the variables given; throws `invalid_input` with the reason and the line when that fails. */
  render(context: object): string;
}

export interface CompileOptions {
  escape: Escaping;
}

/** Longest text that a template may render to, in characters. */
const OUTPUT_LIMIT = 5_000_000;
/** Source text of all templates kept parsed, in characters. */
const CACHE_SIZE = 20_000_000;

const engines = { html: createTemplateEngine("html"), none: createTemplateEngine("none") };
const cache = new LRUCache<string, CompiledTemplate>({
  max: 5000,
  maxSize: CACHE_SIZE,
  sizeCalculation: (_, source) => source.length,
});

/**
 * Parses a template once; asking again for the same text costs a look-up, because one template is rendered for many
 * subscribers in a row. Throws `invalid_input` with the reason and the line when the text cannot be parsed.
 */
export function compileTemplate(text: string, { escape: escaping }: CompileOptions): CompiledTemplate {
  const key = `${escaping}:${text}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const compiled = isStatic(text) ? { render: () => text } : toCompiled(parseTemplate(text, escaping), escaping);
  cache.set(key, compiled);
  return compiled;
}

/** The syntax tree of a template, for analysis. Throws as `compileTemplate` does. */
export function parseTemplate(text: string, escaping: Escaping = "none"): Template[] {
  return orInvalid(() => engines[escaping].parse(text));
}

/** Renders a template once, trimmed as subjects, titles and sender names are. */
export function renderText(text: string | null | undefined, context: object, options: CompileOptions): string {
  return text ? compileTemplate(text, options).render(context).trim() : "";
}

/** Renders several texts with the same variables; each is trimmed, a missing one is empty. */
export function renderFields<K extends string>(
  fields: Readonly<Record<K, string | null | undefined>>,
  context: object,
  options: CompileOptions,
): Record<K, string> {
  const rendered: Partial<Record<K, string>> = {};
  for (const name of keysOf(fields)) rendered[name] = renderText(fields[name], context, options);
  return complete(rendered);
}

function toCompiled(templates: Template[], escaping: Escaping): CompiledTemplate {
  return {
    render: (context) =>
      orInvalid(() => {
        const output: unknown = engines[escaping].renderSync(templates, context);
        if (typeof output !== "string") throw new Error("a template renders to a text");
        if (output.length > OUTPUT_LIMIT) throw new Error(`output exceeds ${OUTPUT_LIMIT} characters`);
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new DomainError("invalid_input", `Template cannot be rendered: ${reason}`);
  }
}

/** `Object.keys` forgets the names of the keys; the argument's type has them all. */
function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record) as K[];
}

/** Every key has been assigned in a loop, which the type system cannot follow. */
function complete<K extends string>(record: Partial<Record<K, string>>): Record<K, string> {
  return record as Record<K, string>;
}
