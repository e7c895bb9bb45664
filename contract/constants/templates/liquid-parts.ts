/** A tag or an output of Liquid in a text, with its braces. */
export interface LiquidPart {
  text: string;
  start: number;
}

/** Finds the first place of something at or after an offset; -1 for none. Offsets do not go back. */
export type Search = (from: number) => number;

/** Returns a search for a text. All of its calls together read the other text once, also where it is not there. */
export function searchForwards(text: string, wanted: string): Search {
  // Nothing has been looked for yet.
  let found = Number.NEGATIVE_INFINITY;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(wanted, from);
    return found;
  };
}

/**
 * Returns a function that finds the next tag or output at or after a place; the places are asked for in their order. Its time is
 * linear: a closing is not looked for from each opening again.
 */
export function liquidFinder(text: string): (from: number) => LiquidPart | undefined {
  const ends: Readonly<Record<string, Search>> = { "{": searchForwards(text, "}}"), "%": searchForwards(text, "%}") };
  return (from) => {
    for (let start = text.indexOf("{", from); start >= 0; start = text.indexOf("{", start + 1)) {
      const end = ends[text.charAt(start + 1)]?.(start + 2) ?? -1;
      if (end >= 0) return { start, text: text.slice(start, end + 2) };
    }
    return undefined;
  };
}

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
