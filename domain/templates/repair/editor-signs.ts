/** Soft hyphen, zero width space and joiners, marks of direction, word joiner, byte order mark. */
export const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]|&(?:shy|ZeroWidthSpace|zwnj|zwj|lrm|rlm|NoBreak);/y;

/** An element by which an editor divides a text. With attributes only where they have values: `a <b and c> d` compares. */
export const ELEMENT =
  /<\/?(?:abbr|a|bdi|bdo|big|br|b|code|del|div|em|font|ins|i|kbd|mark|o:p|pre|p|samp|small|span|strike|strong|sub|sup|s|tt|u|var|wbr)(?:\s+[\w:-]+=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*\/?>/iy;

export const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,30});/iy;

/** Returns what a sticky expression matches at an offset. */
export function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}
