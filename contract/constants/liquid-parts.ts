/** A tag or an output of Liquid in a text, with its braces. */
export interface LiquidPart {
  text: string;
  start: number;
}

/**
 * Returns a function that finds the next tag or output at or after a place; the places are asked for in their order. Its time is
 * linear: a closing that was looked for in vain is not looked for again, as an expression would from each opening.
 */
export function liquidFinder(text: string): (from: number) => LiquidPart | undefined {
  const missing = new Set<string>();
  return (from) => {
    for (let start = text.indexOf("{", from); start >= 0; start = text.indexOf("{", start + 1)) {
      const closing = CLOSINGS[text.charAt(start + 1)];
      if (closing === undefined || missing.has(closing)) continue;
      const end = text.indexOf(closing, start + 2);
      if (end >= 0) return { start, text: text.slice(start, end + closing.length) };
      missing.add(closing);
    }
    return undefined;
  };
}

const CLOSINGS: Readonly<Record<string, string>> = { "{": "}}", "%": "%}" };

/** Returns the tags and outputs of Liquid in a text; what opens one and does not end is text. */
export function liquidParts(text: string): LiquidPart[] {
  const next = liquidFinder(text);
  const parts: LiquidPart[] = [];
  for (let part = next(0); part; part = next(part.start + part.text.length)) parts.push(part);
  return parts;
}

/** Splits a text: in turn what is not Liquid, which may be empty, and a tag or an output. */
export function splitAtLiquid(text: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const part of liquidParts(text)) {
    pieces.push(text.slice(end, part.start), part.text);
    end = part.start + part.text.length;
  }
  return [...pieces, text.slice(end)];
}
