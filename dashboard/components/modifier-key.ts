/** Whether the keyboard is one of Apple's, which has ⌘ in place of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key of commands, as it is written on the keyboard. */
export const MODIFIER_KEY = isApple ? "⌘" : "Ctrl";
