import { findPlaceholders } from "../protect-expressions.ts";
import { type HtmlSource, tagNameOf } from "./html-source.ts";
import type { StartTag } from "./mail-document.ts";

/** A part of the source between a tag of the template language and its end, such as a loop. */
export interface Block {
  name: string;
  start: number;
  end: number;
}

const BRANCHES: ReadonlySet<string> = new Set(["else", "elsif", "when"]);

/**
 * The blocks of a mail. Undefined when one begins in another element than it ends in, so that which elements are in which
 * depends on the variables.
 */
export function findBlocks({ html, expressions }: HtmlSource, tags: readonly StartTag[]): Block[] | undefined {
  const names = new Set(expressions.map(tagNameOf));
  const placeOf = createPlaces(tags);
  const blocks: Block[] = [];
  const open: { name: string; start: number; place: string }[] = [];
  for (const { name: index, start, end } of findPlaceholders(html)) {
    const name = /^\d+$/.test(index) ? tagNameOf(expressions[Number(index)]) : undefined;
    if (name === undefined) continue;
    const top = open.at(-1);
    if (names.has(`end${name}`)) {
      open.push({ name, start, place: placeOf(start) });
    } else if (top && name === `end${top.name}`) {
      if (placeOf(start) !== top.place) return undefined;
      open.pop();
      blocks.push({ name: top.name, start: top.start, end });
    } else if (top && BRANCHES.has(name) && placeOf(start) !== top.place) {
      return undefined;
    }
  }
  return open.length > 0 ? undefined : blocks;
}

/** Returns for places in ascending order in which element they are, or in which tag. */
function createPlaces(tags: readonly StartTag[]): (position: number) => string {
  const open: StartTag[] = [];
  let next = 0;
  return (position) => {
    for (let tag = tags[next]; tag && tag.start <= position; tag = tags[++next]) {
      closeBefore(open, tag.start);
      open.push(tag);
    }
    closeBefore(open, position);
    const inner = open.at(-1);
    if (!inner) return "";
    return position < inner.end ? `tag ${inner.start}` : `element ${inner.start}`;
  };
}

function closeBefore(open: StartTag[], position: number): void {
  for (let top = open.at(-1); top && top.elementEnd <= position; top = open.at(-1)) open.pop();
}
