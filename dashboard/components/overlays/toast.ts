import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast";

const TIMEOUT_MS = 8_000;
const MAX_VISIBLE = 3;

interface Toast {
  tone: "success" | "danger";
  text: string;
  /** Shown below the text, selected, for as long as the toast is not dismissed. */
  selected?: string;
  /** Takes back what has been done; the toast then closes. Shown as *Undo*. */
  undo?: () => void;
}

/** The toasts that are shown, and those that wait for their turn. */
export const toasts = new ToastQueue<Toast>({ maxVisibleToasts: MAX_VISIBLE });

/**
 * Shows the result of an action for eight seconds; hover and focus pause the timer, and F6 moves the focus there. Not for information
 * that is needed later.
 */
export function showToast(toast: Toast): void {
  // The same text a second time replaces the first toast, and is announced again.
  for (const { key, content } of toasts.visibleToasts) if (content.text === toast.text) toasts.close(key);
  toasts.add(toast, toast.selected === undefined ? { timeout: TIMEOUT_MS } : {});
}
