import { CaptureTag, type Context, Drop, type Liquid, toValue } from "liquidjs";
import { assertPrintable } from "./text.ts";

/** A filter's function: it takes the value before the bar, then the arguments after the colon. */
type Helper<R> = (value: unknown, ...args: unknown[]) => R;

/** LiquidJS calls filters with the context of the rendering. */
export type BoundedHelper<R> = (this: { context: Context }, value: unknown, ...args: unknown[]) => R;

/** Filters of LiquidJS that look only at the outside of a list, or make a list of its items. */
const SHALLOW_FILTERS: ReadonlySet<string> = new Set([
  "size",
  "first",
  "last",
  "default",
  "concat",
  "push",
  "pop",
  "shift",
  "unshift",
  "reverse",
  "slice",
  "map",
  "where",
  "where_exp",
  "reject",
  "reject_exp",
  "group_by",
  "group_by_exp",
  "sum",
  "compact",
  "uniq",
  "sample",
  "find",
  "find_exp",
  "find_index",
  "find_index_exp",
  "has",
  "has_exp",
  "sort",
  "sort_natural",
]);

/** A helper that is given `null` for `nil`, and a text for `empty` and `blank`, which LiquidJS has objects for. */
export function withPlainValues<R>(helper: Helper<R>): Helper<R> {
  const plain = (arg: unknown): unknown => (isNamed(arg) ? [arg[0], toValue(arg[1])] : toValue(arg));
  return (value, ...args) => helper(toValue(value), ...args.map(plain));
}

/** LiquidJS hands over an argument with a name as a pair. A list of the payload looks the same, and is left as it is. */
function isNamed(arg: unknown): arg is [name: string, value: Drop] {
  return Array.isArray(arg) && arg.length === 2 && typeof arg[0] === "string" && arg[1] instanceof Drop;
}

/** A helper whose results count against the memory limit of the rendering, as those of LiquidJS's own filters do. */
export function bounded<R>(helper: Helper<R>): BoundedHelper<R> {
  const plainHelper = withPlainValues(helper);
  return function (value, ...args) {
    const result = plainHelper(value, ...args);
    if (typeof result === "string" || Array.isArray(result)) this.context.memoryLimit.use(result.length);
    return result;
  };
}

/**
 * Has the engine's own filters refuse lists that are too long to be printed. Lists can be put into lists, which makes a
 * text without end of a few items; LiquidJS counts only the items.
 */
export function boundFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    if (SHALLOW_FILTERS.has(name)) continue;
    const handler = typeof filter === "function" ? filter : filter?.handler;
    if (!handler) continue;
    engine.registerFilter(name, {
      raw: typeof filter === "function" ? false : (filter?.raw ?? false),
      handler(value: unknown, ...args: unknown[]): unknown {
        for (const input of [value, ...args]) if (Array.isArray(input)) assertPrintable(input);
        return handler.call(this, value, ...args);
      },
    });
  }
}

/** `capture` whose text counts against the memory limit of the rendering. */
export class Capture extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    const text = yield this.liquid.renderer.renderTemplates(this.templates, context);
    context.memoryLimit.use(text.length);
    context.bottom()[this.variable] = text;
  }
}
