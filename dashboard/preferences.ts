import { create } from "zustand";
import { persist } from "zustand/middleware";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  theme: Theme;
  sidebarCollapsed: boolean;
  /** Of long workflows. */
  outlineCollapsed: boolean;
  /** Beside the editor of a message. */
  dataFolded: boolean;
  previewFolded: boolean;
  /** Of the same panes, in pixels. */
  dataWidth: number;
  previewWidth: number;
  /** Payloads of previews and tests are shown as JSON, not as fields. */
  payloadAsJson: boolean;
  /** Speech input triggers single-letter shortcuts by accident, so they can be turned off (WCAG 2.1.4). */
  letterShortcuts: boolean;
  /** Getting started is not in the navigation any more. */
  welcomeDismissed: boolean;
  /** The ids of the columns that are hidden, by the table's name. */
  hiddenColumns: Readonly<Record<string, readonly string[]>>;
  set: (change: Partial<Omit<Preferences, "set">>) => void;
}

/** The widths of the panes beside the editor of a message until somebody changes them. */
export const PANE_WIDTHS = { dataWidth: 224, previewWidth: 420 } as const;

/** The settings of the dashboard on this device. `public/theme.js` reads the stored theme before the first paint. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: "system",
      sidebarCollapsed: false,
      outlineCollapsed: false,
      dataFolded: false,
      previewFolded: false,
      dataWidth: PANE_WIDTHS.dataWidth,
      previewWidth: PANE_WIDTHS.previewWidth,
      payloadAsJson: false,
      letterShortcuts: true,
      welcomeDismissed: false,
      hiddenColumns: {},
      set: (change) => set(change),
    }),
    {
      name: "belfry-preferences",
    },
  ),
);

/** Sets the page's theme, and follows changes of the preference and, for `system`, of the operating system. Call once. */
export function applyTheme(root: HTMLElement): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = usePreferences.getState();
    root.dataset.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  };
  usePreferences.subscribe(apply);
  dark.addEventListener("change", apply);
  apply();
}
