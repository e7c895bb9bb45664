import { createStore, useStore } from "zustand";

/** Whether a word is being composed with an input method, as for Japanese, Chinese and Korean; a page has one at a time. */
const composition = createStore(() => ({ isActive: false }));

/** The key of a keydown that an input method has taken (UI Events 4.3.2). Safari's for the Enter that ends a word comes after the composition. */
const TAKEN = 229;

const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === TAKEN;

const stop = (event: Event): void => event.stopPropagation();

/**
 * Keeps the keys of an input method from the page, whose Enter chooses a word and whose Escape gives it up, and notes whether a word is being
 * composed. Call it before anything else listens to keys. Returns what ends it.
 */
export function followInputMethod(): () => void {
  const set = (isActive: boolean): void => composition.setState({ isActive });
  function onKey(event: KeyboardEvent): void {
    if (!isOfInputMethod(event)) {
      // A field that goes away while a word is composed in it does not say that this has ended.
      set(false);
      return;
    }
    const { target } = event;
    // Editors of code and of blocks follow these keys; what is around them does not.
    if (target instanceof HTMLElement && target.isContentEditable) target.addEventListener("keydown", stop, ONCE);
    else event.stopImmediatePropagation();
  }
  let field: EventTarget | null = null;
  function onStart({ target }: Event): void {
    field = target;
    set(true);
  }
  const onEnd = (): void => set(false);
  // The focus comes from elsewhere when a word is begun by a script, or before a dialog has it.
  const onLeave = ({ target }: Event): void => {
    if (target === field) set(false);
  };
  window.addEventListener("keydown", onKey, { capture: true });
  window.addEventListener("compositionstart", onStart, { capture: true });
  window.addEventListener("compositionend", onEnd, { capture: true });
  window.addEventListener("focusout", onLeave, { capture: true });
  return () => {
    window.removeEventListener("keydown", onKey, { capture: true });
    window.removeEventListener("compositionstart", onStart, { capture: true });
    window.removeEventListener("compositionend", onEnd, { capture: true });
    window.removeEventListener("focusout", onLeave, { capture: true });
  };
}

const ONCE = { once: true };

/** Returns whether a word is being composed: what is in its field is half of it. */
export const isComposing = (): boolean => composition.getState().isActive;

/** The same as a hook. */
export const useIsComposing = (): boolean => useStore(composition, ({ isActive }) => isActive);
