/** Text that was typed before there was a field for it. */
export interface TypedAhead {
  text: string;
  /** Whether Enter was pressed after it. */
  isEntered: boolean;
}

/**
 * Takes the keys until `take` is called, so that none of them is lost or is a command of the page meanwhile. Escape ends it by
 * `onCancel`.
 */
export function typeAhead(onCancel: () => void): { take: () => TypedAhead } {
  const typed: TypedAhead = { text: "", isEntered: false };
  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "Escape") {
      stop();
      onCancel();
    } else if (key === "Enter") typed.isEntered = true;
    else if (key === "Backspace") typed.text = typed.text.slice(0, -1);
    else if ([...key].length === 1) typed.text += key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function onPaste(event: ClipboardEvent): void {
    typed.text += event.clipboardData?.getData("text/plain") ?? "";
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  const stop = (): void => {
    window.removeEventListener("keydown", onKey, { capture: true });
    window.removeEventListener("paste", onPaste, { capture: true });
  };
  // Before the shortcuts of the page, which listen to the document.
  window.addEventListener("keydown", onKey, { capture: true });
  window.addEventListener("paste", onPaste, { capture: true });
  return {
    take() {
      stop();
      return typed;
    },
  };
}
