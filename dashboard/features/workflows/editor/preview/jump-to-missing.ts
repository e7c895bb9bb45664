import { forEachDiagnostic } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { missingText } from "#dashboard/components/code/missing-values.ts";
import { unfold } from "#dashboard/forms/form-section.tsx";

const TRIES = 20;
const BETWEEN_MS = 50;

/** Moves the focus to the first place in the open step that uses a variable, once what covers the step is closed. */
export async function jumpToMissing(name: string): Promise<void> {
  const message = missingText(name);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const isCovered =
      document.activeElement?.closest("[role=dialog]") || document.querySelector("[inert] [data-step-editor]");
    if (!isCovered && (inCode(message) || inBlocks(message))) return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

const inStep = (selector: string): Element[] => [...document.querySelectorAll(`[data-step-editor] ${selector}`)];

/** Selects it in the first code field that marks it. */
function inCode(message: string): boolean {
  for (const element of inStep(".cm-editor")) {
    const view = element instanceof HTMLElement ? EditorView.findFromDOM(element) : null;
    const places: { from: number; to: number }[] = [];
    if (view)
      forEachDiagnostic(view.state, (found, from, to) => {
        if (found.message === message) places.push({ from, to });
      });
    const [first] = places.toSorted((one, other) => one.from - other.from);
    if (!view || !first) continue;
    unfold(view.dom);
    view.dispatch({ selection: { anchor: first.from, head: first.to } });
    view.focus();
    view.dom.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}

/** Selects the block or variable in the blocks that marks it. */
function inBlocks(message: string): boolean {
  const found = inStep("[title]").find((element) => element.getAttribute("title") === message);
  const blocks = found?.closest<HTMLElement>("[contenteditable=true], [role=textbox]");
  if (!found || !blocks) return false;
  blocks.focus();
  const range = document.createRange();
  range.selectNode(found);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  found.scrollIntoView({ block: "center" });
  return true;
}
