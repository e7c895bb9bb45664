import type { UpdateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import type { StepIssues } from "#contract/workflows/step-issues.ts";
import type { DraftStore, EditorModel } from "#dashboard/editing/editor-model.ts";
import { createSavedEditor } from "#dashboard/editing/saved-editor.ts";
import { type Place, withMoved, withoutStep, withStep } from "./canvas/step-order.ts";
import { type Definition, definitionOf, type EditedStep, isSameDefinition, updateOf } from "./definition.ts";
import { type RefusedStepField, refusedFields } from "./refused-fields.ts";
import { type FoundIssue, issuesIn } from "./step-issues.ts";

const NO_ISSUES: StepIssues = {};

/** Whether a reference to a step is the key that the editor gave it until the server had given it an id. */
export const isNewKey = (reference: string): boolean => reference.startsWith("new-");

export interface EditorDeps {
  update: (workflowId: string, body: UpdateWorkflowV2) => Promise<WorkflowV2>;
  read: (workflowId: string) => Promise<WorkflowV2>;
  /** Returns in words what versions above this one have changed, and who saved the newest of them. */
  changesSince: (
    workflowId: string,
    version: number,
  ) => Promise<{ changes: readonly string[]; author: string | undefined }>;
  drafts: DraftStore<Definition>;
  now?: () => number;
  onSaved?: (workflow: WorkflowV2) => void;
}

export type Editor = ReturnType<typeof createEditor>;

/** The state of a workflow that is being edited; see `createSavedEditor`. */
export function createEditor(workflow: WorkflowV2, { update, read, changesSince, ...options }: EditorDeps) {
  const workflowId = workflow._id;
  /** By the key of a step or a variant, its id in the version that the server has. */
  let ids = idsIn(workflow, (id) => id);
  let made = 0;
  // An address that an earlier editor left behind is none of the steps of this one.
  const opened = Date.now().toString(36);

  const model: EditorModel<WorkflowV2, Definition, RefusedStepField> = {
    versionOf: ({ version }) => version,
    withVersion: (saved, version) => ({ ...saved, version }),
    definitionOf: (saved) => definitionOf(saved),
    isSame: isSameDefinition,
    /** The steps of an answer are in the same order, with the ids and names that the server has chosen. */
    withAnswer(definition, answer, sent) {
      const answered = new Map(answer.steps.map((step, index) => [sent.steps[index]?.key, step]));
      ids = new Map(
        sent.steps.flatMap(({ key, variants }): [string, string][] => {
          const step = answered.get(key);
          if (!step) return [];
          return [
            [key, step._id],
            ...step.variants.flatMap(({ _id }, index): [string, string][] => {
              const variant = variants[index];
              return variant ? [[variant.key, _id]] : [];
            }),
          ];
        }),
      );
      const steps = definition.steps.map((step): EditedStep => {
        const known = answered.get(step.key);
        return known ? { ...step, stepId: step.stepId ?? known.stepId } : step;
      });
      return { ...definition, steps };
    },
    /** Steps that are on the screen keep their keys. */
    taken(theirs) {
      const keys = new Map([...ids].map(([key, id]) => [id, key]));
      const keyOf = (id: string) => keys.get(id) ?? id;
      ids = idsIn(theirs, keyOf);
      return definitionOf(theirs, keyOf);
    },
    kept(theirs) {
      const there = new Set(idsIn(theirs, (id) => id).keys());
      ids = new Map([...ids].filter(([, id]) => there.has(id)));
    },
    refusedFields: (error, sent) =>
      refusedFields(
        error,
        sent.steps.map(({ key }) => key),
      ),
    save: (definition, saved) =>
      update(
        workflowId,
        updateOf(definition, saved, (key) => ids.get(key)),
      ),
    read: () => read(workflowId),
    async readNewer(saved) {
      const [theirs, since] = await Promise.all([read(workflowId), changesSince(workflowId, saved.version)]);
      return { theirs, ...since };
    },
  };
  const saving = createSavedEditor(workflow, model, options);
  const { store, change } = saving;

  /** The issues that the server found in a step when it was last saved. */
  function issuesOf(key: string): StepIssues {
    const id = ids.get(key);
    return store.getState().saved.steps.find(({ _id }) => _id === id)?.issues ?? NO_ISSUES;
  }

  return {
    ...saving,

    changeStep(key: string, field: string, values: Partial<Omit<EditedStep, "key">>): void {
      change(`${key}.${field}`, (definition) => ({
        ...definition,
        steps: definition.steps.map((step) => (step.key === key ? { ...step, ...values } : step)),
      }));
    },
    /** Returns the key of the new step. */
    addStep(step: Omit<EditedStep, "key">, place: Place): string {
      made += 1;
      const key = `new-${opened}-${made}`;
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
  };
}

/** Returns the ids of the steps of a workflow and of their variants, by their keys. */
const idsIn = ({ steps }: WorkflowV2, keyOf: (id: string) => string): Map<string, string> =>
  new Map(
    steps.flatMap(({ _id, variants }) => [_id, ...variants.map((variant) => variant._id)]).map((id) => [keyOf(id), id]),
  );
