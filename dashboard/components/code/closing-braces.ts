import { EditorSelection, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

interface Braces {
  /** The characters around the cursor. */
  before: string;
  after: string;
  typed: string;
}

interface Replacement {
  insert: string;
  /** Characters after the cursor that make room for it. */
  removed: number;
  /** Characters from the old place of the cursor to the new one. */
  cursor: number;
}

/**
 * Returns what a typed character becomes: a second `{` closes the output, `%` after `{` the tag, and a closing character that
 * is there already is passed over. A blank after the opening has one before the closing. Undefined for all others.
 */
export function closeBraces({ before, after, typed }: Braces): Replacement | undefined {
  const isSecond = before.endsWith("{") && !before.endsWith("{{") && !before.endsWith("%{");
  if (typed === "{" && isSecond && !after.startsWith("}")) return { insert: "{}}", removed: 0, cursor: 1 };
  if (typed === "%" && isSecond && !after.startsWith("%"))
    return { insert: after.startsWith("}") ? "%%" : "%%}", removed: 0, cursor: 1 };
  const isEmpty =
    (before.endsWith("{{") && after.startsWith("}}")) || (before.endsWith("{%") && after.startsWith("%}"));
  if (typed === " " && isEmpty) return { insert: "  ", removed: 0, cursor: 1 };
  return passClosing({ before, after, typed });
}

/** Passes over what closes the expression, and over the blank before it. */
function passClosing({ before, after, typed }: Braces): Replacement | undefined {
  if ((typed !== "}" && typed !== "%") || !isInExpression(before)) return undefined;
  const blank = after.startsWith(" ") ? " " : "";
  const closing = typed === "}" ? "}}" : "%}";
  if (after.startsWith(closing, blank.length)) {
    const isDouble = blank !== "" && before.endsWith(" ");
    return { insert: isDouble ? "" : blank, removed: blank.length, cursor: isDouble ? 1 : blank.length + 1 };
  }
  const isHalf = typed === "}" && /[}%]$/.test(before) && after.startsWith("}");
  return isHalf ? { insert: "", removed: 0, cursor: 1 } : undefined;
}

/** Whether a text ends in an output or a tag that it does not close. */
function isInExpression(before: string): boolean {
  const opening = Math.max(before.lastIndexOf("{{"), before.lastIndexOf("{%"));
  return opening >= 0 && !/\}\}|%\}/.test(before.slice(opening + 2));
}

/** How far around the cursor braces are looked for, in characters. */
const REACH = 2000;

const type = EditorView.inputHandler.of((view, from, to, typed) => {
  const { state } = view;
  if (from !== to || state.readOnly || state.selection.ranges.length > 1) return false;
  const before = state.sliceDoc(Math.max(0, from - REACH), from);
  const closing = closeBraces({ before, after: state.sliceDoc(to, to + 3), typed });
  if (!closing) return false;
  const { insert, removed, cursor } = closing;
  view.dispatch({
    changes: { from, to: from + removed, insert },
    selection: EditorSelection.cursor(from + cursor),
    scrollIntoView: true,
    userEvent: "input.type",
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
