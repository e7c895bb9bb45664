import { Parser } from "htmlparser2";
import juice from "juice";

/** Deepest nesting of elements whose rules are copied. juice works by recursion; real emails have some dozens of levels. */
const NESTING_MAX = 500;

/**
 * Copies style rules onto the elements that they are for, because many mail programs drop the rules. Those that cannot
 * be copied, such as media queries, stay; all others are dropped unless `keepRules` is set. Returns undefined for elements
 * that are nested too deeply.
 */
export function inlineCss(html: string, { keepRules = false } = {}): string | undefined {
  if (isNestedDeeper(html, NESTING_MAX)) return undefined;
  return juice(html, { applyWidthAttributes: false, applyHeightAttributes: false, removeStyleTags: !keepRules });
}

function isNestedDeeper(html: string, max: number): boolean {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentag() {
      depth += 1;
      deepest = Math.max(deepest, depth);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return deepest > max;
}
