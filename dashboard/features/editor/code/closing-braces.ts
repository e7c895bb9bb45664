import { EditorSelection, type Extension, Prec, type TransactionSpec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

interface Braces {
  /** The characters around the cursor. */
  before: string;
  after: string;
  typed: string;
}

/**
 * Returns what a typed character becomes: a second `{` closes the output, `%` after `{` the tag, and a closing character that
 * is there already is passed over. Undefined for all others.
 */
export function closeBraces({ before, after, typed }: Braces): { insert: string; cursor: number } | undefined {
  const isFirst = !before.endsWith("{{") && !before.endsWith("%{");
  if (typed === "{" && before.endsWith("{") && isFirst && !after.startsWith("}")) return { insert: "{}}", cursor: 1 };
  if (typed === "%" && before.endsWith("{") && isFirst && !after.startsWith("%"))
    return { insert: after.startsWith("}") ? "%%" : "%%}", cursor: 1 };
  const isOpen = /\{[{%](?:(?!\}\}|%\}).)*$/s.test(before);
  const passes =
    typed === "}" ? after.startsWith("}}") || (before.endsWith("}") && after.startsWith("}")) : after.startsWith("%}");
  if ((typed === "}" || typed === "%") && isOpen && passes) return { insert: "", cursor: 1 };
  return undefined;
}

/** How far around the cursor braces are looked for, in characters. */
const REACH = 2000;

const type = EditorView.inputHandler.of((view, from, to, typed) => {
  const { state } = view;
  if (from !== to || state.readOnly || state.selection.ranges.length > 1) return false;
  const before = state.sliceDoc(Math.max(0, from - REACH), from);
  const closing = closeBraces({ before, after: state.sliceDoc(to, to + 2), typed });
  if (!closing) return false;
  const { insert, cursor } = closing;
  const change: TransactionSpec = insert === "" ? {} : { changes: { from, insert } };
  view.dispatch({
    ...change,
    selection: EditorSelection.cursor(from + cursor),
    scrollIntoView: true,
    userEvent: insert === "" ? "select" : "input.type",
  });
  return true;
});

/** Deletes both pairs of braces when the cursor is between them. */
function deletePair(view: EditorView): boolean {
  const { main } = view.state.selection;
  const around = view.state.sliceDoc(Math.max(0, main.head - 2), main.head + 2);
  if (!main.empty || (around !== "{{}}" && around !== "{%%}")) return false;
  view.dispatch({ changes: { from: main.head - 2, to: main.head + 2 }, userEvent: "delete.backward" });
  return true;
}

export const closingBraces: Extension = [type, Prec.high(keymap.of([{ key: "Backspace", run: deletePair }]))];
