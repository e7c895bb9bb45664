import { temporal } from "zundo";
import { createStore } from "zustand/vanilla";
import { BelfryError } from "#client/client.ts";
import { isComposing } from "../input-method.ts";

/** Milliseconds after the last change. */
const SAVE_AFTER_MS = 800;
/** Changes of one field that follow each other this closely are undone at once. */
const ONE_CHANGE_MS = 1_000;
const RETRY_MS = [2_000, 5_000, 10_000, 30_000];
const HISTORY_MAX = 200;

/** A field that the server has refused to save. */
export interface RefusedField {
  /** As the screen names its fields: `name`, `body`. */
  path: string;
  message: string;
}

/** A version that somebody else has saved since, with what it changed. */
export interface NewerVersion<Saved> {
  theirs: Saved;
  /** In words; none where it is not known. */
  changes: readonly string[];
  author: string | undefined;
}

/** Whether the server has what is on the screen. */
export type SaveState<Saved, Field extends RefusedField = RefusedField> =
  | { kind: "saved"; at: number | undefined }
  | { kind: "changed" }
  | { kind: "saving" }
  /** It is tried again, by itself. */
  | { kind: "failed"; error: unknown }
  /** It is not tried again before the next change. */
  | { kind: "refused"; error: unknown; fields: readonly Field[] }
  /** Somebody has saved a newer version. */
  | ({ kind: "conflict" } & NewerVersion<Saved>)
  /** Somebody has deleted the object. What is on the screen can be created again. */
  | { kind: "deleted" };

export interface EditorState<Saved, Definition, Field extends RefusedField = RefusedField> {
  /** The definition on the screen. */
  definition: Definition;
  /** The object as the server has it. */
  saved: Saved;
  save: SaveState<Saved, Field>;
}

/** A definition that was typed and not saved, as it is kept on this machine. */
export interface LocalDraft<Definition> {
  definition: Definition;
  /** The version that it was made from. */
  version: number;
  at: number;
}

/** The drafts of one editor. */
export interface DraftStore<Definition> {
  store: (draft: LocalDraft<Definition>) => Promise<void>;
  remove: () => Promise<void>;
  /** Lets other editors offer what is kept. */
  release: () => void;
}

/** How an editor reads, saves and compares the objects of one kind. */
export interface EditorModel<Saved, Definition, Field extends RefusedField> {
  /** Returns a number that grows with each save. */
  versionOf: (saved: Saved) => number;
  withVersion: (saved: Saved, version: number) => Saved;
  /** Returns the part that is edited of an object as the server has it. */
  definitionOf: (saved: Saved) => Definition;
  isSame: (one: Definition, other: Definition) => boolean;
  /** Returns the definition on the screen with what the server has chosen when it saved `sent`. */
  withAnswer: (current: Definition, answer: Saved, sent: Definition) => Definition;
  /** Called when an object of the server takes the place of what is on the screen: returns its definition. */
  taken: (theirs: Saved) => Definition;
  /** Called before what is on the screen is saved over a newer version. */
  kept: (theirs: Saved) => void;
  /** Returns the fields that a refusal of a save names. */
  refusedFields: (error: unknown, sent: Definition) => readonly Field[];
  /** Saves over the version that `saved` has. Fails with 409 when there is a newer one. */
  save: (definition: Definition, saved: Saved) => Promise<Saved>;
  read: () => Promise<Saved>;
  readNewer: (saved: Saved) => Promise<NewerVersion<Saved>>;
}

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
  let lastChange: { field: string; at: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  let failures = 0;
  /** Definitions of saves without an answer, which the server may have or not. */
  let unanswered: Definition[] = [];
  /** Whether the definition is a draft of an earlier version than the object as the server has it. */
  let isRestored = false;

  let isOneChange = false;
  const store = createStore<EditorState<Saved, Definition, Field>>()(
    temporal(
      (): EditorState<Saved, Definition, Field> => ({
        definition: definitionOf(opened),
        saved: opened,
        save: { kind: "saved", at: undefined },
      }),
      {
        partialize: ({ definition }) => ({ definition }),
        equality: (before, after) => before.definition === after.definition,
        limit: HISTORY_MAX,
        handleSet: (handle) => (past) => {
          if (!isOneChange) handle(past);
        },
      },
    ),
  );

  /** Changes the definition. Changes of the same `field` in quick succession are one in the history. */
  function change(field: string, apply: (definition: Definition) => Definition): void {
    const at = now();
    const { definition } = store.getState();
    const next = apply(definition);
    if (next === definition) return;
    isOneChange = lastChange !== undefined && lastChange.field === field && at - lastChange.at < ONE_CHANGE_MS;
    store.setState({ definition: next });
    isOneChange = false;
    lastChange = { field, at };
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
    isOneChange = true;
    store.setState({
      definition: model.withAnswer(definition, answer, sent),
      saved: answer,
      save: isAll ? { kind: "saved", at: now() } : { kind: "changed" },
    });
    isOneChange = false;
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
    lastChange = undefined;
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
    lastChange = undefined;
    const { saved } = store.getState();
    if (version < versionOf(saved)) {
      isRestored = true;
      store.setState({ saved: model.withVersion(saved, version) });
    }
    // A draft that was stored before a field was added says nothing about it.
    change("draft", (current) => ({ ...current, ...definition }));
  }

  function travel(direction: "undo" | "redo"): void {
    store.temporal.getState()[direction]();
    lastChange = undefined;
    changed();
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
    undo: (): void => {
      if (store.temporal.getState().pastStates.length > 0) travel("undo");
    },
    redo: (): void => {
      if (store.temporal.getState().futureStates.length > 0) travel("redo");
    },
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
