import type { Editor } from "@tiptap/core";
import { readDocument } from "./editor-document.ts";

/** The meta of a transaction that brings a value from outside, which is not saved again. */
export const FROM_OUTSIDE = "fromOutside";

/** Gives the editor a document that came from outside. The selection stays where its surroundings do. */
export function replaceBlocks({ state, view, schema }: Editor, body: string): void {
  const next = readDocument(body, schema);
  const start = state.doc.content.findDiffStart(next.content);
  const ends = state.doc.content.findDiffEnd(next.content);
  if (start === null || !ends) return;
  // What both documents begin and end with may overlap.
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b));
  const tr = state.tr.replace(start, ends.a + overlap, next.slice(start, ends.b + overlap));
  view.dispatch(tr.setMeta(FROM_OUTSIDE, true));
}
