import { createStore } from "zustand/vanilla";
import type { Operation } from "./operations.ts";
import type { Waiting } from "./stored-operations.ts";

/** The last operation that can be taken back, until `until` (milliseconds). */
export type Undo = {
  kind: Operation["kind"];
  /** How many of the notifications that are known it changes. */
  count: number;
  until: number;
  /** Of a snooze, in ISO 8601. */
  snoozedUntil?: string | undefined;
};

/** Milliseconds for which an operation can be taken back. */
export const UNDO_MS = 6_000;
/** As long while somebody points at the button. */
const KEPT_UNDO_MS = 3_600_000;

export type UndoOffer = ReturnType<typeof createUndo>;

/** Offers to take back the last operation, or those of one kind that were made one after the other: "3 deleted". */
export function createUndo(hold: (ones: readonly Waiting[], until: number) => void) {
  const store = createStore<{ value: Undo | null }>(() => ({ value: null }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Functions that take back, each with the operation that is held for it. */
  let undos: { undo: () => void; waiting?: Waiting | undefined }[] = [];

  function forget(): void {
    clearTimeout(timer);
    undos = [];
    if (store.getState().value !== null) store.setState({ value: null });
  }

  /** Whether an operation can be taken back together with those that can be already. */
  const joins = ({ kind }: Operation): boolean =>
    (kind === "delete" || kind === "archive") && kind === store.getState().value?.kind;

  /** Stops the time in which the last operation can be taken back, while somebody is about to; afterwards it begins anew. */
  function keep(kept: boolean): void {
    const { value } = store.getState();
    if (value === null) return;
    clearTimeout(timer);
    const until = Date.now() + (kept ? KEPT_UNDO_MS : UNDO_MS);
    store.setState({ value: { ...value, until } });
    hold(
      undos.flatMap(({ waiting }) => waiting ?? []),
      until,
    );
    timer = setTimeout(forget, until - Date.now());
  }

  return {
    store,
    forget,
    joins,
    keep,
    /** Offers to take back an operation, which is not sent before that is over if it is held. */
    offer(operation: Operation, count: number, undo: () => void, waiting?: Waiting): void {
      const before = joins(operation) ? store.getState().value : null;
      undos = [...(before ? undos : []), { undo, waiting }];
      const snoozedUntil = operation.kind === "snooze" ? operation.until : undefined;
      store.setState({ value: { kind: operation.kind, count: count + (before?.count ?? 0), until: 0, snoozedUntil } });
      keep(false);
    },
    undo(): void {
      const taken = undos;
      forget();
      for (const { undo } of taken) undo();
    },
  };
}
