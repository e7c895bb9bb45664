import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { contextPaths } from "#dashboard/app/page-settings.ts";

import type { Chat } from "./chat-markup.ts";

export type Shape = "desktop" | "phone" | "text";
export type Scheme = "light" | "dark";

interface PreviewLook {
  shape: Shape;
  scheme: Scheme;
  /** Undefined until one is chosen. */
  chat?: Chat;
  setShape: (shape: Shape) => void;
  setScheme: (scheme: Scheme) => void;
  setChat: (chat: Chat) => void;
}

/** The way in which previews are looked at, the same for all steps, kept for this tab. */
export const usePreviewLook = create<PreviewLook>()(
  persist(
    (set) => ({
      shape: "desktop",
      scheme: "light",
      setShape: (shape) => set({ shape }),
      setScheme: (scheme) => set({ scheme }),
      setChat: (chat) => set({ chat }),
    }),
    { name: `belfry-preview-look${contextPaths.web}`, storage: createJSONStorage(() => sessionStorage) },
  ),
);
