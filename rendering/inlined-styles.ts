import { LRUCache } from "lru-cache";
import { type EmailSource, hasStyles, type InlinedEmail } from "#domain/templates/email/email-source.ts";
import { STYLES_MS } from "./limits.ts";
import type { RenderThreads } from "./render-threads.ts";

const CACHE_SIZE = 10_000_000;

/**
 * Inlines the style rules of an email's templates, once per template. Undefined when the templates are to be rendered as
 * they are, which is also the case when inlining takes too long: the rules are sent along then.
 */
export type InlineStyles = (source: EmailSource) => Promise<InlinedEmail | undefined>;

export function createInlineStyles(threads: RenderThreads): InlineStyles {
  const cache = new LRUCache<string, { inlined: Promise<InlinedEmail | undefined> }>({
    max: 1000,
    maxSize: CACHE_SIZE,
    // The inlined templates are longer than the originals, usually by less than this.
    sizeCalculation: (_, key) => key.length * 4,
  });

  async function inline(source: EmailSource): Promise<InlinedEmail | undefined> {
    const task = await threads.run("styles", source, STYLES_MS);
    return "result" in task ? task.result : undefined;
  }

  return async (source) => {
    if (!hasStyles(source)) return undefined;
    const key = JSON.stringify(source);
    const known = cache.get(key);
    if (known) return known.inlined;
    const inlined = inline(source);
    cache.set(key, { inlined });
    inlined.catch(() => cache.delete(key));
    return inlined;
  };
}
