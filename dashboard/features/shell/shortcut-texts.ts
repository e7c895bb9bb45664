import { MODIFIER_KEY } from "#dashboard/components/modifier-key.ts";
import { SECTIONS } from "./navigation.tsx";

/** The keys of the dashboard, apart from those of the palette. */
export const SHORTCUTS: readonly { keys: readonly string[]; description: string }[] = [
  ...SECTIONS.map(({ letter, name }) => ({ keys: ["g", letter], description: `Go to ${name.toLowerCase()}` })),
  { keys: ["/"], description: "Search this list" },
  { keys: ["c"], description: "Create in this list" },
  { keys: ["j"], description: "Next row" },
  { keys: ["k"], description: "Previous row" },
  { keys: ["Enter"], description: "Open the row" },
  { keys: ["?"], description: "Show this list" },
];

/** The keys of the cards of a workflow. */
export const CANVAS_SHORTCUTS: typeof SHORTCUTS = [
  { keys: ["↑", "↓"], description: "Previous or next step" },
  { keys: ["Enter"], description: "Open the step" },
  { keys: ["a"], description: "Add a step behind it" },
  { keys: ["Alt", "↑"], description: "Move it up" },
  { keys: ["Alt", "↓"], description: "Move it down" },
  { keys: [MODIFIER_KEY, "D"], description: "Duplicate it" },
  { keys: ["Del"], description: "Delete it" },
  { keys: [MODIFIER_KEY, "Z"], description: "Undo" },
  { keys: ["Shift", MODIFIER_KEY, "Z"], description: "Redo" },
  { keys: ["Alt", "Page Down"], description: "Open the next step, from an open one" },
];
