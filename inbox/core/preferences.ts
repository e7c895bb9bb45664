import { createStore } from "zustand/vanilla";
import type { InboxApi } from "./api.ts";
import { isOffline } from "./feed.ts";
import type { InboxStatus, Preference, PreferenceChange } from "./types.ts";

export type PreferencesState = {
  status: InboxStatus;
  /** The choice for all workflows, which counts where there is none for a workflow; null before it is loaded. */
  global: Preference | null;
  /** The choices for single workflows; those of critical ones cannot be changed. */
  workflows: Preference[];
};

const EMPTY: PreferencesState = { status: "idle", global: null, workflows: [] };

/** A change that is shown and that the server does not have yet. */
type Waiting = { workflowId: string | undefined; change: PreferenceChange };

/** The subscriber's choices. Nothing is fetched before `load`. */
export function createPreferences(
  api: Pick<InboxApi, "preferences" | "changePreference">,
  onError: (error: unknown) => void,
) {
  const store = createStore<PreferencesState>(() => EMPTY);
  /** As the server has them; what is shown is this with the changes that wait. */
  let known: Preference[] = [];
  let waiting: Waiting[] = [];
  /** Changes reach the server in the order in which they were made. */
  let queue: Promise<unknown> = Promise.resolve();
  let epoch = 0;

  function publish(status = store.getState().status): void {
    const shown = known.map((preference) => {
      const own = waiting.filter(({ workflowId }) => workflowId === preference.workflow?.id);
      return own.reduce((before, { change }) => withChange(before, change), preference);
    });
    store.setState({
      status,
      global: shown.find(({ level }) => level === "global") ?? null,
      workflows: shown.filter(({ level }) => level === "template"),
    });
  }

  async function load(): Promise<void> {
    const started = epoch;
    publish(known.length === 0 ? "loading" : "refreshing");
    try {
      const all = await api.preferences();
      if (started !== epoch) return;
      known = all;
      publish("ready");
    } catch (error) {
      if (started !== epoch) return;
      publish(isOffline() ? "offline" : "error");
      onError(error);
    }
  }

  return {
    store,
    load,

    /** As `load`, but only when they have been loaded before. */
    async refresh(): Promise<void> {
      if (store.getState().status !== "idle") await load();
    },

    /** Changes the choice for one workflow, or for all together, at once; false when it was rolled back. */
    async change(workflowId: string | undefined, change: PreferenceChange): Promise<boolean> {
      const started = epoch;
      const one: Waiting = { workflowId, change };
      waiting = [...waiting, one];
      publish();
      const sending = queue.then(() => api.changePreference(workflowId, change));
      queue = sending.catch(() => undefined);
      let done = true;
      try {
        const saved = await sending;
        if (started === epoch) known = known.map((before) => (before.workflow?.id === workflowId ? saved : before));
      } catch (error) {
        done = false;
        if (started === epoch) onError(error);
      }
      if (started !== epoch) return done;
      waiting = waiting.filter((other) => other !== one);
      publish();
      // After a failure only the server knows what holds; and the choice for all counts for workflows without one of their own.
      if (waiting.length === 0 && (!done || workflowId === undefined)) void load();
      return done;
    },

    reset(): void {
      epoch += 1;
      known = [];
      waiting = [];
      queue = Promise.resolve();
      store.setState(EMPTY, true);
    },
  };
}

function withChange(preference: Preference, { schedule, ...channels }: PreferenceChange): Preference {
  return {
    ...preference,
    channels: { ...preference.channels, ...channels },
    schedule: schedule ?? preference.schedule,
  };
}
