import { type ChangeSpec, Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Returns the one change from a text to another that leaves what both begin and end with. */
export function changeBetween(before: string, after: string): ChangeSpec {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Gives the editor a text that came from outside. The selection stays where its surroundings do. */
export function replaceDocument(view: EditorView, text: string): void {
  view.dispatch({
    changes: changeBetween(view.state.doc.toString(), text),
    annotations: Transaction.userEvent.of("replace"),
  });
}
