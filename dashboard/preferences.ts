import { create } from "zustand";
import { persist } from "zustand/middleware";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

interface Preferences {
  theme: Theme;
  railCollapsed: boolean;
  /** Single-letter shortcuts get in the way of speech input, so they can be turned off (WCAG 2.1.4). */
  letterShortcuts: boolean;
  set: (change: Partial<Pick<Preferences, "theme" | "railCollapsed" | "letterShortcuts">>) => void;
}

/** The settings of the dashboard on this device. `public/theme.js` reads the stored theme before the first paint. */
export const usePreferences = create<Preferences>()(
  persist((set) => ({ theme: "system", railCollapsed: false, letterShortcuts: true, set: (change) => set(change) }), {
    name: "belfry-preferences",
  }),
);

/** Keeps the page's theme true to the preference and, for `system`, to the system's. Call once, at the start. */
export function followTheme(root: HTMLElement): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = usePreferences.getState();
    root.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  };
  usePreferences.subscribe(apply);
  dark.addEventListener("change", apply);
  apply();
}
