import { type Context, toValue } from "liquidjs";
import type { Escaping } from "../safe-html.ts";
import { SafeHtml } from "../safe-html.ts";
import { toText } from "../text.ts";
import { fillPlaceholders, translate, translationsOf } from "../translations.ts";

/** The rendering that asks: LiquidJS calls filters and the escaping with it. */
interface Rendering {
  context: Context;
}

/**
 * The translation of a key (`group.key`) for the reader of a rendering, with its placeholders filled by the variables given.
 * Undefined when there is none. In html the variables are escaped, and the text of the translation is not.
 */
export function translated(
  rendering: Rendering,
  key: string,
  variables: Readonly<Record<string, unknown>>,
): string | undefined {
  const { environments, memoryLimit, opts } = rendering.context;
  const text = translate(translationsOf(environments), key);
  if (text === undefined) return undefined;
  memoryLimit.use(text.length);
  return fillPlaceholders(text, variables, (value) =>
    opts.outputEscape ? opts.outputEscape.call(rendering, value) : toText(value),
  );
}

/**
 * The filter `"group.key" | i18n: name: value`: the translation of the key with named variables, or the key itself, which is
 * escaped in html as other values are.
 */
export function i18nFilter(escaping: Escaping) {
  return function (this: Rendering, value: unknown, ...args: unknown[]): unknown {
    const key = toText(toValue(value));
    const text = translated(this, key, Object.fromEntries(args.flatMap(named)));
    if (text !== undefined) return escaping === "none" ? text : new SafeHtml(text);
    this.context.memoryLimit.use(key.length);
    return key;
  };
}

/** LiquidJS hands over an argument with a name as a pair. */
function named(argument: unknown): [name: string, value: unknown][] {
  if (!Array.isArray(argument) || argument.length !== 2) return [];
  const [name, value]: unknown[] = argument;
  return typeof name === "string" ? [[name, value]] : [];
}
