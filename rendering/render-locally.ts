import { LRUCache } from "lru-cache";
import { templateCost } from "#domain/templates/template-cost.ts";
import { LOCAL_MEMORY, LOCAL_MS, SLICE_MS } from "./limits.ts";
import { attempt, type Outcome, parseAhead, startLimits } from "./render-outcome.ts";
import type { RenderWork } from "./render-work.ts";
import { createTimeSlices } from "./time-slices.ts";

/** Members in a row for whom a template takes long before it is not rendered here: once may be the machine's fault. */
const MAX_IN_A_ROW = 2;
/** How long it is not rendered here then, in milliseconds. */
const SLOW_MS = 600_000;

/** Renders in this thread, a slice of time after the other. */
export interface LocalRendering {
  /** Whether the templates may be rendered here. */
  accepts(work: Pick<RenderWork<object, unknown>, "key" | "templates">): boolean;
  /** Renders for members one after the other. Those for whom it took too long are missing, with all that follow. */
  render<V, T>(work: RenderWork<V, T>, members: readonly V[]): Promise<Map<V, Outcome<T>>>;
}

export function createLocalRendering(): LocalRendering {
  const slices = createTimeSlices(SLICE_MS);
  /** Templates that took long although they seemed cheap, with the number of members in a row. */
  const slow = new LRUCache<string, number>({ max: 10_000, ttl: SLOW_MS });

  return {
    accepts({ key, templates }) {
      return (slow.get(key) ?? 0) < MAX_IN_A_ROW && templateCost(...templates.map(({ text }) => text)) === "cheap";
    },

    async render<V, T>({ key, templates, signal, render }: RenderWork<V, T>, members: readonly V[]) {
      const outcomes = new Map<V, Outcome<T>>();
      await slices.turn();
      for (const template of templates) {
        if (slices.isOver()) await slices.turn();
        parseAhead(template);
      }
      for (const member of members) {
        if (slices.isOver()) await slices.turn();
        signal?.throwIfAborted();
        const started = performance.now();
        const outcome = attempt(() => render(member, startLimits(LOCAL_MS, LOCAL_MEMORY)));
        const isCutOff = "error" in outcome && outcome.limit !== undefined;
        if (!isCutOff) outcomes.set(member, outcome);
        if (isCutOff || performance.now() - started > LOCAL_MS) {
          slow.set(key, (slow.get(key) ?? 0) + 1);
          break;
        }
        slow.delete(key);
      }
      return outcomes;
    },
  };
}
