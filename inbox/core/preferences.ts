import { createStore } from "zustand/vanilla";
import type { InboxApi } from "./api.ts";
import { isOffline } from "./feed.ts";
import type { InboxStatus, Preference, PreferenceChange } from "./types.ts";

export type PreferencesState = {
  status: InboxStatus;
  /** The choice for all workflows, which counts for each; null before it is loaded. */
  global: Preference | null;
  /** The choices for single workflows; those of critical ones cannot be changed. */
  workflows: Preference[];
};

const EMPTY: PreferencesState = { status: "idle", global: null, workflows: [] };

/** What the subscriber chose. Nothing is fetched before `load`. */
export function createPreferences(
  api: Pick<InboxApi, "preferences" | "changePreference">,
  onError: (error: unknown) => void,
) {
  const store = createStore<PreferencesState>(() => EMPTY);
  /** Changes of one preference reach the server in the order in which they were made. */
  let queue: Promise<unknown> = Promise.resolve();
  let epoch = 0;

  async function load(): Promise<void> {
    const started = epoch;
    store.setState({ status: store.getState().global === null ? "loading" : "refreshing" });
    try {
      const all = await api.preferences();
      if (started !== epoch) return;
      store.setState({
        status: "ready",
        global: all.find(({ level }) => level === "global") ?? null,
        workflows: all.filter(({ level }) => level === "template"),
      });
    } catch (error) {
      if (started !== epoch) return;
      store.setState({ status: isOffline() ? "offline" : "error" });
      onError(error);
    }
  }

  function replace(preference: Preference): void {
    const id = preference.workflow?.id;
    if (id === undefined) store.setState({ global: preference });
    else
      store.setState({
        workflows: store.getState().workflows.map((one) => (one.workflow?.id === id ? preference : one)),
      });
  }

  const find = (workflowId: string | undefined) => {
    const { global, workflows } = store.getState();
    return workflowId === undefined ? global : workflows.find(({ workflow }) => workflow?.id === workflowId);
  };

  return {
    store,
    load,

    /** Changes the choice for one workflow, or for all together, at once; false when it was rolled back. */
    async change(workflowId: string | undefined, change: PreferenceChange): Promise<boolean> {
      const before = find(workflowId);
      const { schedule, ...channels } = change;
      if (before) {
        const merged = { ...before.channels, ...channels };
        replace({ ...before, channels: merged, schedule: schedule ?? before.schedule });
      }
      const started = epoch;
      const sending = queue.then(() => api.changePreference(workflowId, change));
      queue = sending.catch(() => undefined);
      try {
        const saved = await sending;
        if (started === epoch) replace(saved);
        return true;
      } catch (error) {
        if (started !== epoch) return false;
        onError(error);
        // What else was changed meanwhile stays: only the server knows what holds now.
        if (before) replace(before);
        void load();
        return false;
      }
    },

    reset(): void {
      epoch += 1;
      queue = Promise.resolve();
      store.setState(EMPTY, true);
    },
  };
}
