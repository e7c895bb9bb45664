import { temporal } from "zundo";
import { createStore } from "zustand/vanilla";

/** Changes of one field that follow each other this closely are undone at once. */
const ONE_CHANGE_MS = 1_000;
const HISTORY_MAX = 200;

interface FieldChange {
  field: string;
  at: number;
}

/** A store whose definition has a history. */
export function createUndoableStore<State extends { definition: object }>(initial: State) {
  let last: FieldChange | undefined;
  let isRecorded = true;
  const store = createStore<State>()(
    temporal(() => initial, {
      partialize: ({ definition }) => ({ definition }),
      equality: (before, after) => before.definition === after.definition,
      limit: HISTORY_MAX,
      handleSet: (handle) => (past) => {
        if (isRecorded) handle(past);
      },
    }),
  );

  function set(state: Partial<State>, recorded: boolean): void {
    isRecorded = recorded;
    store.setState(state);
    isRecorded = true;
  }

  return {
    store,
    /** Sets the definition. Changes of the same `field` in quick succession are one in the history. */
    change(definition: State["definition"], { field, at }: FieldChange): void {
      const isOneChange = last !== undefined && last.field === field && at - last.at < ONE_CHANGE_MS;
      set({ ...store.getState(), definition }, !isOneChange);
      last = { field, at };
    },
    /** Sets what is no change of the member's, and is not undone. */
    setUnrecorded: (state: Partial<State>) => set(state, false),
    /** Makes the next change one of its own in the history. */
    endChange(): void {
      last = undefined;
    },
    /** Returns false where there is nothing to go back or forward to. */
    travel(direction: "undo" | "redo"): boolean {
      const { pastStates, futureStates, [direction]: travel } = store.temporal.getState();
      if ((direction === "undo" ? pastStates : futureStates).length === 0) return false;
      travel();
      last = undefined;
      return true;
    },
  };
}
