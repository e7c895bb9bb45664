import { DomainError } from "#domain/errors.ts";
import {
  compileTemplate,
  type RenderLimits,
  TemplateLimitError,
  TemplateSyntaxError,
} from "#domain/templates/compile-template.ts";
import type { TemplateText } from "./render-message.ts";

/**
 * The result of rendering for one member. `limit` is set when the rendering was cut off, `isSyntax` when a template cannot be
 * parsed.
 */
export type Outcome<T> = { value: T } | { error: string; limit?: "time" | "memory"; isSyntax?: true };

/** Limits that start to count now. */
export function startLimits(timeMs: number, memory: number): RenderLimits {
  const end = performance.now() + timeMs;
  return { remainingMs: () => end - performance.now(), memory };
}

/** Runs a rendering. A fault of the template or of the variables becomes an outcome, any other is thrown. */
export function attempt<T>(render: () => T): Outcome<T> {
  try {
    return { value: render() };
  } catch (error) {
    if (error instanceof TemplateLimitError) return { error: error.message, limit: error.limit };
    if (error instanceof TemplateSyntaxError) return { error: error.message, isSyntax: true };
    if (error instanceof DomainError) return { error: error.message };
    throw error;
  }
}

/** Parses a template, so that its parsing does not count as rendering. One that cannot be parsed fails when rendered. */
export function parseAhead({ text, ...options }: TemplateText): void {
  try {
    compileTemplate(text, options);
  } catch {
    // Rendering it reports the reason.
  }
}
