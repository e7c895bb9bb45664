import { BelfryError } from "#client/client.ts";
import { isComposing } from "../input-method.ts";
import type { DraftStore, EditorModel, EditorState, LocalDraft, NewerVersion, RefusedField } from "./editor-model.ts";
import { createUndoableStore } from "./undoable-store.ts";

/** Milliseconds after the last change. */
const SAVE_AFTER_MS = 800;
const RETRY_MS = [2_000, 5_000, 10_000, 30_000];

interface EditorOptions<Saved, Definition> {
  drafts: DraftStore<Definition>;
  now?: (() => number) | undefined;
  onSaved?: ((saved: Saved) => void) | undefined;
}

/**
 * The state of an object that is being edited. Changes are saved by themselves, kept on this machine until the server has them, and can be
 * undone. One save is under way at a time; what is changed meanwhile is saved next.
 */
export function createSavedEditor<
  Saved extends { updatedAt: string },
  Definition extends object,
  Field extends RefusedField,
>(
  opened: Saved,
  model: EditorModel<Saved, Definition, Field>,
  { drafts, now = Date.now, onSaved }: EditorOptions<Saved, Definition>,
) {
  const { versionOf, definitionOf, isSame } = model;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  let failures = 0;
  /** Definitions of saves without an answer, which the server may have or not. */
  let unanswered: Definition[] = [];
  /** Whether the definition is a draft of an earlier version than the object as the server has it. */
  let isRestored = false;

  const edited = createUndoableStore<EditorState<Saved, Definition, Field>>({
    definition: definitionOf(opened),
    saved: opened,
    save: { kind: "saved", at: undefined },
  });
  const { store } = edited;

  /** Changes the definition. Changes of the same `field` in quick succession are one in the history. */
  function change(field: string, apply: (definition: Definition) => Definition): void {
    const { definition } = store.getState();
    const next = apply(definition);
    if (next === definition) return;
    edited.change(next, { field, at: now() });
    changed();
  }

  function changed(): void {
    const { definition, saved, save } = store.getState();
    void drafts.store({ definition, version: versionOf(saved), at: now() });
    failures = 0;
    if (save.kind === "conflict" || save.kind === "deleted") return;
    store.setState({ save: { kind: "changed" } });
    saveAfter(SAVE_AFTER_MS);
  }

  function saveAfter(milliseconds: number): void {
    clearTimeout(timer);
    // What is on the screen while a word is composed is half of it.
    timer = setTimeout(() => (isComposing() ? saveAfter(SAVE_AFTER_MS) : void flush()), milliseconds);
  }

  /** Saves what is not saved, at once; resolves when nothing is under way any more. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (saving) {
      await saving;
      if (!["changed", "failed"].includes(store.getState().save.kind)) return;
    }
    const { kind } = store.getState().save;
    if (kind !== "changed" && kind !== "failed") return;
    saving = send().finally(() => {
      saving = undefined;
    });
    await saving;
  }

  async function send(): Promise<void> {
    const { definition, saved } = store.getState();
    store.setState({ save: { kind: "saving" } });
    try {
      received(await model.save(definition, saved), definition);
    } catch (error) {
      if (error instanceof BelfryError && (error.status === 0 || error.status >= 500)) unanswered.push(definition);
      await failed(error, definition);
    }
  }

  /** Takes the answer to a save of `sent`. */
  function received(answer: Saved, sent: Definition): void {
    failures = 0;
    unanswered = [];
    isRestored = false;
    const { definition } = store.getState();
    const isAll = definition === sent;
    // What the server chose is no change of the member's, and is not undone.
    edited.setUnrecorded({
      definition: model.withAnswer(definition, answer, sent),
      saved: answer,
      save: isAll ? { kind: "saved", at: now() } : { kind: "changed" },
    });
    if (isAll) void drafts.remove();
    else saveAfter(SAVE_AFTER_MS);
    onSaved?.(answer);
  }

  async function failed(error: unknown, sent: Definition): Promise<void> {
    if (error instanceof BelfryError && error.status === 409) {
      try {
        found(await model.readNewer(store.getState().saved));
      } catch (readError) {
        retryLater(readError);
      }
      return;
    }
    if (error instanceof BelfryError && error.status === 404 && (await isDeleted())) {
      store.setState({ save: { kind: "deleted" } });
      return;
    }
    const isFinal = error instanceof BelfryError && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (!isFinal) return retryLater(error);
    if (store.getState().definition !== sent) {
      // What was refused is not what is on the screen any more.
      store.setState({ save: { kind: "changed" } });
      saveAfter(SAVE_AFTER_MS);
      return;
    }
    store.setState({ save: { kind: "refused", error, fields: model.refusedFields(error, sent) } });
  }

  /** Takes a version that is there instead of the one that was saved over. */
  function found(newer: NewerVersion<Saved>): void {
    const { saved } = store.getState();
    const definition = definitionOf(newer.theirs);
    const mine = unanswered.find((one) => isSame(one, definition));
    if (mine && versionOf(newer.theirs) === versionOf(saved) + 1) {
      // Their version is what was sent from here, and the answer got lost.
      received(newer.theirs, mine);
      return;
    }
    // Nothing of what is edited here has changed there.
    if (!isRestored && versionOf(newer.theirs) > versionOf(saved) && isSame(definition, definitionOf(saved))) {
      saveOver(newer.theirs);
      saveAfter(0);
      return;
    }
    store.setState({ save: { kind: "conflict", ...newer } });
  }

  function saveOver(theirs: Saved): void {
    model.kept(theirs);
    isRestored = false;
    store.setState({ saved: theirs, save: { kind: "changed" } });
  }

  /** A save may also be refused with 404 for something that the definition names. */
  const isDeleted = (): Promise<boolean> =>
    model.read().then(
      () => false,
      (error: unknown) => error instanceof BelfryError && error.status === 404,
    );

  function retryLater(error: unknown): void {
    const asked = error instanceof BelfryError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
    store.setState({ save: { kind: "failed", error } });
    saveAfter(Math.max(asked, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0));
    failures += 1;
  }

  /** Takes an object of the server in place of what is on the screen. */
  function take(theirs: Saved, at: number | undefined = now()): void {
    store.setState({ definition: model.taken(theirs), saved: theirs, save: { kind: "saved", at } });
    edited.endChange();
    isRestored = false;
    void drafts.remove();
  }

  /** Shows what another call of this screen has saved; what was there before can be brought back. */
  function adopt(newer: Saved): void {
    take(newer);
    onSaved?.(newer);
  }

  /** Shows what was saved elsewhere, unless something is unsaved here: saving that asks what becomes of both. */
  function follow(newer: Saved): void {
    const { saved, save, definition } = store.getState();
    if (save.kind !== "saved" || versionOf(newer) < versionOf(saved) || newer.updatedAt <= saved.updatedAt) return;
    if (isSame(definitionOf(newer), definition)) {
      store.setState({ saved: newer });
      return;
    }
    take(newer, undefined);
    // Undoing what was done here before would undo what was done there.
    store.temporal.getState().clear();
  }

  /** Saves what is on the screen over the newer version of somebody else. */
  async function keepMine(): Promise<void> {
    const { save } = store.getState();
    if (save.kind !== "conflict") return;
    saveOver(save.theirs);
    await flush();
  }

  /** Puts back what was typed earlier and not saved. It is saved over the version that it was made from: a newer one is a conflict. */
  function restore({ definition, version }: LocalDraft<Definition>): void {
    edited.endChange();
    const { saved } = store.getState();
    if (version < versionOf(saved)) {
      isRestored = true;
      store.setState({ saved: model.withVersion(saved, version) });
    }
    // A draft that was stored before a field was added says nothing about it.
    change("draft", (current) => ({ ...current, ...definition }));
  }

  function travel(direction: "undo" | "redo"): void {
    if (edited.travel(direction)) changed();
  }

  const onOnline = (): void => {
    if (store.getState().save.kind === "failed") void flush();
  };
  globalThis.addEventListener?.("online", onOnline);

  return {
    store,
    /** The changes that can be undone and redone. */
    history: store.temporal,
    change,
    flush,
    /** Saves because the member asks for it, also what was refused before. */
    saveNow(): void {
      if (store.getState().save.kind === "refused") store.setState({ save: { kind: "changed" } });
      void flush();
    },
    take,
    adopt,
    follow,
    keepMine,
    restore,
    /** Whether a definition is the one on the screen. */
    isShown: (definition: Definition): boolean => isSame(definition, store.getState().definition),
    undo: () => travel("undo"),
    redo: () => travel("redo"),
    /** Ends the editor; what is not saved is sent at once. */
    close(): void {
      globalThis.removeEventListener?.("online", onOnline);
      void flush().finally(() => {
        clearTimeout(timer);
        drafts.release();
      });
    },
    /** Forgets what is kept of it on this machine. */
    forget: (): void => void drafts.remove(),
    /** Shows that the object is not there any more. */
    noteDeleted: (): void => {
      clearTimeout(timer);
      store.setState({ save: { kind: "deleted" } });
    },
  };
}

export type SavedEditor<
  Saved extends { updatedAt: string },
  Definition extends object,
  Field extends RefusedField = RefusedField,
> = ReturnType<typeof createSavedEditor<Saved, Definition, Field>>;
