import type { EditedStep } from "../definition.ts";
import type { StepActions } from "../use-step-actions.ts";

type CardActions = Pick<StepActions, "move" | "duplicate" | "remove">;
type Pressed = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">;

/** Returns what a key does with the card that has the focus; undefined for nothing. */
export function cardAction(pressed: Pressed, step: EditedStep, actions: CardActions): (() => void) | undefined {
  const { key, altKey } = pressed;
  const isMeta = pressed.metaKey || pressed.ctrlKey;
  if (altKey && key === "ArrowUp") return () => actions.move(step, -1);
  if (altKey && key === "ArrowDown") return () => actions.move(step, 1);
  if (isMeta && key.toLowerCase() === "d") return () => actions.duplicate(step);
  if (key === "Delete" || key === "Backspace") return () => actions.remove(step);
  if (key === "a" && !isMeta && !altKey) return () => openMenuBehind(step.key);
  return undefined;
}

/** Opens the menu of the place behind a card. */
function openMenuBehind(key: string): void {
  const button = document.querySelector<HTMLElement>(`[data-add-after="${CSS.escape(key)}"]`);
  // The keys that follow are no longer those of the card.
  button?.focus();
  // As by a key on the button: of a menu that a click opens, no item has the focus, and Enter chooses none.
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
}
