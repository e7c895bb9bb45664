/** Copies a text, also over plain http, where there is no `navigator.clipboard`. Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard }: { clipboard?: Clipboard } = navigator;
  if (clipboard) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // A page in a frame may not, or the member has refused it; the selection may still be copied.
    }
  }
  return copySelected(text);
}

/** Copies by the command that the browser's own menu has. It is deprecated, and the only one over plain http. */
function copySelected(text: string): boolean {
  // Safari copies only where something is selected.
  const carrier = document.createElement("span");
  carrier.textContent = text;
  carrier.style.cssText = "position:fixed;top:0;opacity:0;white-space:pre;user-select:all";
  document.body.append(carrier);
  const selection = window.getSelection();
  const before = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  selection?.selectAllChildren(carrier);
  let isCopied = false;
  function onCopy(event: ClipboardEvent): void {
    // The text alone: what is selected would be copied with its styles.
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  }
  window.addEventListener("copy", onCopy, { capture: true });
  try {
    return document.execCommand("copy") && isCopied;
  } finally {
    window.removeEventListener("copy", onCopy, { capture: true });
    selection?.removeAllRanges();
    if (before) selection?.addRange(before);
    carrier.remove();
  }
}
