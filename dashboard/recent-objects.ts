import { useEffect } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { contextPaths } from "./app/page-settings.ts";
import { useSession } from "./app/session.ts";
import type { FoundObject } from "./objects.ts";

/** Objects that are remembered of each environment. */
const REMEMBERED = 8;

interface RecentObjects {
  /** By environment, the last one first. */
  opened: Readonly<Record<string, readonly FoundObject[]>>;
  /** The id of the member who opened them. */
  memberId?: string;
  /** Forgets what another member has opened. */
  claim: (memberId: string) => void;
  add: (environmentId: string, object: FoundObject) => void;
  clear: () => void;
}

/** The objects that were opened last on this device; a sign-out removes them. */
export const useRecentObjects = create<RecentObjects>()(
  persist(
    (set) => ({
      opened: {},
      claim: (memberId) => set((recent) => (recent.memberId === memberId ? recent : { memberId, opened: {} })),
      add: (environmentId, object) =>
        set(({ opened }) => {
          const others = (opened[environmentId] ?? []).filter(
            ({ kind, id }) => kind !== object.kind || id !== object.id,
          );
          return { opened: { ...opened, [environmentId]: [object, ...others].slice(0, REMEMBERED) } };
        }),
      clear: () => set({ opened: {} }),
    }),
    { name: `belfry-recent${contextPaths.web}` },
  ),
);

/** Remembers that the object is on screen. */
export function useOpenedObject({ kind, id, title, subtitle }: FoundObject): void {
  const environmentId = useSession((session) => session.environmentId);
  const add = useRecentObjects((recent) => recent.add);
  useEffect(() => {
    if (environmentId) add(environmentId, { kind, id, title, subtitle });
  }, [environmentId, add, kind, id, title, subtitle]);
}
