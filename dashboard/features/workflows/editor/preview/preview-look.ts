import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { contextPaths } from "../../../../page-settings.ts";

export type Shape = "desktop" | "phone" | "text";
export type Scheme = "light" | "dark";

interface PreviewLook {
  shape: Shape;
  scheme: Scheme;
  setShape: (shape: Shape) => void;
  setScheme: (scheme: Scheme) => void;
}

/** The way in which previews are looked at, the same for all steps, kept for this tab. */
export const usePreviewLook = create<PreviewLook>()(
  persist(
    (set) => ({
      shape: "desktop",
      scheme: "light",
      setShape: (shape) => set({ shape }),
      setScheme: (scheme) => set({ scheme }),
    }),
    { name: `belfry-preview-look${contextPaths.web}`, storage: createJSONStorage(() => sessionStorage) },
  ),
);
