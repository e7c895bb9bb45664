import { temporal } from "zundo";
import { createStore } from "zustand/vanilla";
import { BelfryError } from "#client/client.ts";
import type { StepIssues } from "#contract/step-issues.ts";
import type { UpdateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import { type Definition, definitionOf, type EditedStep, isSameDefinition, updateOf } from "./definition.ts";
import { type RefusedField, refusedFields } from "./refused-fields.ts";
import { type FoundIssue, issuesIn } from "./step-issues.ts";
import { type Place, withMoved, withoutStep, withStep } from "./step-order.ts";

/** Milliseconds after the last change. */
const SAVE_AFTER_MS = 800;
/** Changes of one field that follow each other this closely are undone at once. */
const ONE_CHANGE_MS = 1_000;
const RETRY_MS = [2_000, 5_000, 10_000, 30_000];
const HISTORY_MAX = 200;
const NO_ISSUES: StepIssues = {};

/** Whether the server has what is on the screen. */
export type SaveState =
  | { kind: "saved"; at: number | undefined }
  | { kind: "changed" }
  | { kind: "saving" }
  /** It is tried again, by itself. */
  | { kind: "failed"; error: unknown }
  /** It is not tried again before the next change. */
  | { kind: "refused"; error: unknown; fields: readonly RefusedField[] }
  /** Somebody has saved a newer version. */
  | { kind: "conflict"; theirs: WorkflowV2; changes: readonly string[]; author: string | undefined }
  /** Somebody has deleted the workflow. What is on the screen can be created again. */
  | { kind: "deleted" };

interface EditorState {
  /** The definition on the screen. */
  definition: Definition;
  /** The workflow as the server has it. */
  saved: WorkflowV2;
  save: SaveState;
}

/** A definition that was typed and not saved, as it is kept on this machine. */
export interface LocalDraft {
  definition: Definition;
  /** The version that it was made from. */
  version: number;
  at: number;
}

export interface EditorDeps {
  update: (workflowId: string, body: UpdateWorkflowV2) => Promise<WorkflowV2>;
  read: (workflowId: string) => Promise<WorkflowV2>;
  /** Returns in words what versions above this one have changed, and who saved the newest of them. */
  changesSince: (
    workflowId: string,
    version: number,
  ) => Promise<{ changes: readonly string[]; author: string | undefined }>;
  drafts: {
    store: (draft: LocalDraft) => Promise<void>;
    remove: () => Promise<void>;
    /** Lets other editors offer what is kept. */
    release: () => void;
  };
  now?: () => number;
  onSaved?: (workflow: WorkflowV2) => void;
}

export type Editor = ReturnType<typeof createEditor>;

/**
 * The state of a workflow that is being edited. Changes are saved by themselves, kept on this machine until the server has them, and can be
 * undone. One save is under way at a time; what is changed meanwhile is saved next.
 */
export function createEditor(workflow: WorkflowV2, deps: EditorDeps) {
  const now = deps.now ?? Date.now;
  const workflowId = workflow._id;
  /** By the key of a step, its id in the version that the server has. */
  let ids = new Map(workflow.steps.map(({ _id }) => [_id, _id]));
  let lastChange: { field: string; at: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  let failures = 0;
  let made = 0;
  /** Definitions of saves without an answer, which the server may have or not. */
  let unanswered: Definition[] = [];

  let isOneChange = false;
  const store = createStore<EditorState>()(
    temporal(
      () => ({
        definition: definitionOf(workflow),
        saved: workflow,
        save: { kind: "saved", at: undefined } as SaveState,
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
    void deps.drafts.store({ definition, version: saved.version, at: now() });
    failures = 0;
    if (save.kind === "conflict" || save.kind === "deleted") return;
    store.setState({ save: { kind: "changed" } });
    saveAfter(SAVE_AFTER_MS);
  }

  function saveAfter(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
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
      const answer = await deps.update(
        workflowId,
        updateOf(definition, saved, (key) => ids.get(key)),
      );
      received(answer, definition);
    } catch (error) {
      if (error instanceof BelfryError && (error.status === 0 || error.status >= 500)) unanswered.push(definition);
      await failed(error, definition);
    }
  }

  /** Takes the answer to a save of `sent`: steps in the same order, with the ids and names that the server has chosen. */
  function received(answer: WorkflowV2, sent: Definition): void {
    failures = 0;
    unanswered = [];
    const keys = sent.steps.map(({ key }) => key);
    ids = new Map(answer.steps.flatMap(({ _id }, index) => (keys[index] === undefined ? [] : [[keys[index], _id]])));
    const { definition } = store.getState();
    const isAll = definition === sent;
    const answered = new Map(answer.steps.map((step, index) => [keys[index], step]));
    // Names and ids that the server chose are no change of the member's, and are not undone.
    const steps = definition.steps.map((step): EditedStep => {
      const known = answered.get(step.key);
      if (!known) return step;
      const variants = step.variants.map((variant, index) => {
        const _id = variant._id ?? known.variants[index]?._id;
        return _id === undefined ? variant : { ...variant, _id };
      });
      return { ...step, stepId: step.stepId ?? known.stepId, variants };
    });
    isOneChange = true;
    store.setState({
      definition: { ...definition, steps },
      saved: answer,
      save: isAll ? { kind: "saved", at: now() } : { kind: "changed" },
    });
    isOneChange = false;
    if (isAll) void deps.drafts.remove();
    else saveAfter(SAVE_AFTER_MS);
    deps.onSaved?.(answer);
  }

  async function failed(error: unknown, sent: Definition): Promise<void> {
    if (error instanceof BelfryError && error.status === 409) {
      const { saved } = store.getState();
      try {
        const [theirs, { changes, author }] = await Promise.all([
          deps.read(workflowId),
          deps.changesSince(workflowId, saved.version),
        ]);
        const mine = unanswered.find((definition) => isSameDefinition(definition, definitionOf(theirs)));
        if (mine && theirs.version === saved.version + 1) {
          // Their version is what was sent from here, and the answer got lost.
          received(theirs, mine);
          return;
        }
        store.setState({ save: { kind: "conflict", theirs, changes, author } });
        return;
      } catch (readError) {
        retryLater(readError);
        return;
      }
    }
    if (error instanceof BelfryError && error.status === 404 && (await isDeleted())) {
      store.setState({ save: { kind: "deleted" } });
      return;
    }
    const isFinal = error instanceof BelfryError && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (!isFinal) return retryLater(error);
    const fields = refusedFields(
      error,
      sent.steps.map(({ key }) => key),
    );
    store.setState({ save: { kind: "refused", error, fields } });
  }

  /** A save may also be refused with 404 for something that its steps name. */
  const isDeleted = (): Promise<boolean> =>
    deps.read(workflowId).then(
      () => false,
      (error: unknown) => error instanceof BelfryError && error.status === 404,
    );

  function retryLater(error: unknown): void {
    const asked = error instanceof BelfryError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
    store.setState({ save: { kind: "failed", error } });
    saveAfter(Math.max(asked, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0));
    failures += 1;
  }

  /** Takes a definition of the server in place of what is on the screen. Steps that are on it keep their keys. */
  function take(theirs: WorkflowV2, at: number | undefined = now()): void {
    const keys = new Map([...ids].map(([key, id]) => [id, key]));
    const keyOf = (id: string) => keys.get(id) ?? id;
    ids = new Map(theirs.steps.map(({ _id }) => [keyOf(_id), _id]));
    store.setState({ definition: definitionOf(theirs, keyOf), saved: theirs, save: { kind: "saved", at } });
    lastChange = undefined;
    void deps.drafts.remove();
  }

  /** Shows what another call of this screen has saved; what was there before can be brought back. */
  function adopt(newer: WorkflowV2): void {
    take(newer);
    deps.onSaved?.(newer);
  }

  /** Shows what was saved elsewhere, unless something is unsaved here: saving that asks what becomes of both. */
  function follow(newer: WorkflowV2): void {
    const { saved, save } = store.getState();
    if (save.kind !== "saved" || newer.version < saved.version || newer.updatedAt <= saved.updatedAt) return;
    if (isSameDefinition(definitionOf(newer), store.getState().definition)) {
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
    const there = new Set(save.theirs.steps.map(({ _id }) => _id));
    ids = new Map([...ids].filter(([, id]) => there.has(id)));
    store.setState({ saved: save.theirs, save: { kind: "changed" } });
    await flush();
  }

  /** Puts back what was typed earlier and not saved. It is saved over the version that it was made from: a newer one is a conflict. */
  function restore({ definition, version }: LocalDraft): void {
    lastChange = undefined;
    const { saved } = store.getState();
    if (version < saved.version) store.setState({ saved: { ...saved, version } });
    // A draft that was stored before a field was added says nothing about it.
    change("draft", (current) => ({ ...current, ...definition }));
  }

  function travel(direction: "undo" | "redo"): void {
    store.temporal.getState()[direction]();
    lastChange = undefined;
    changed();
  }

  /** The issues that the server found in a step when it was last saved. */
  function issuesOf(key: string): StepIssues {
    const id = ids.get(key);
    return store.getState().saved.steps.find(({ _id }) => _id === id)?.issues ?? NO_ISSUES;
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
    undo: (): void => {
      if (store.temporal.getState().pastStates.length > 0) travel("undo");
    },
    redo: (): void => {
      if (store.temporal.getState().futureStates.length > 0) travel("redo");
    },

    changeStep(key: string, field: string, values: Partial<Omit<EditedStep, "key">>): void {
      change(`${key}.${field}`, (definition) => ({
        ...definition,
        steps: definition.steps.map((step) => (step.key === key ? { ...step, ...values } : step)),
      }));
    },
    /** Returns the key of the new step. */
    addStep(step: Omit<EditedStep, "key">, place: Place): string {
      made += 1;
      const key = `new-${made}`;
      change(`add.${key}`, (definition) => ({
        ...definition,
        steps: withStep(definition.steps, { ...step, key }, place),
      }));
      return key;
    },
    removeStep(key: string): void {
      change(`remove.${key}`, (definition) => ({ ...definition, steps: withoutStep(definition.steps, key) }));
    },
    moveStep(key: string, place: Place): void {
      change(`move.${key}`, (definition) => ({ ...definition, steps: withMoved(definition.steps, key, place) }));
    },

    issuesOf,
    /** The issues of a step in one list: those that were found when it was last saved, and what refused the last save. */
    foundIssues(key: string): FoundIssue[] {
      const { save } = store.getState();
      const refused = save.kind === "refused" ? save.fields.filter((field) => field.key === key) : [];
      return [...issuesIn(issuesOf(key)), ...refused.map((field) => ({ ...field, variableName: undefined }))];
    },
    /**
     * The JSON schema of the variables that a step may use: of a new one, that of the last step. Undefined for workflows whose templates name
     * variables of the payload by their bare names.
     */
    variablesOf(key: string): Record<string, unknown> | undefined {
      const { saved } = store.getState();
      if (saved.origin === "novu-cloud-v1") return undefined;
      const id = ids.get(key);
      return (saved.steps.find(({ _id }) => _id === id) ?? saved.steps.at(-1))?.variables;
    },
    /** The id of a step that the server has. */
    idOf: (key: string): string | undefined => ids.get(key),
    /** The key of a step by its id, or by its key itself. */
    keyOf: (reference: string): string | undefined =>
      [...ids].find(([, id]) => id === reference)?.[0] ??
      store.getState().definition.steps.find(({ key }) => key === reference)?.key,

    /** Ends the editor; what is not saved is sent at once. */
    close(): void {
      globalThis.removeEventListener?.("online", onOnline);
      void flush().finally(() => {
        clearTimeout(timer);
        deps.drafts.release();
      });
    },
    /** Forgets what is kept of it on this machine. */
    forget: (): void => void deps.drafts.remove(),
    /** Shows that the workflow is not there any more. */
    noteDeleted: (): void => {
      clearTimeout(timer);
      store.setState({ save: { kind: "deleted" } });
    },
  };
}
