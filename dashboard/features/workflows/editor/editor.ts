import type { StepIssues } from "#contract/step-issues.ts";
import type { UpdateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import { createSavedEditor, type DraftStore, type EditorModel } from "../../../editing/saved-editor.ts";
import { type Definition, definitionOf, type EditedStep, isSameDefinition, updateOf } from "./definition.ts";
import { type RefusedStepField, refusedFields } from "./refused-fields.ts";
import { type FoundIssue, issuesIn } from "./step-issues.ts";
import { type Place, withMoved, withoutStep, withStep } from "./step-order.ts";

const NO_ISSUES: StepIssues = {};

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
  /** By the key of a step, its id in the version that the server has. */
  let ids = new Map(workflow.steps.map(({ _id }) => [_id, _id]));
  let made = 0;

  const model: EditorModel<WorkflowV2, Definition, RefusedStepField> = {
    versionOf: ({ version }) => version,
    withVersion: (saved, version) => ({ ...saved, version }),
    definitionOf: (saved) => definitionOf(saved),
    isSame: isSameDefinition,
    /** The steps of an answer are in the same order, with the ids and names that the server has chosen. */
    withAnswer(definition, answer, sent) {
      const keys = sent.steps.map(({ key }) => key);
      ids = new Map(answer.steps.flatMap(({ _id }, index) => (keys[index] === undefined ? [] : [[keys[index], _id]])));
      const answered = new Map(answer.steps.map((step, index) => [keys[index], step]));
      const steps = definition.steps.map((step): EditedStep => {
        const known = answered.get(step.key);
        if (!known) return step;
        const variants = step.variants.map((variant, index) => {
          const _id = variant._id ?? known.variants[index]?._id;
          return _id === undefined ? variant : { ...variant, _id };
        });
        return { ...step, stepId: step.stepId ?? known.stepId, variants };
      });
      return { ...definition, steps };
    },
    /** Steps that are on the screen keep their keys. */
    taken(theirs) {
      const keys = new Map([...ids].map(([key, id]) => [id, key]));
      const keyOf = (id: string) => keys.get(id) ?? id;
      ids = new Map(theirs.steps.map(({ _id }) => [keyOf(_id), _id]));
      return definitionOf(theirs, keyOf);
    },
    kept(theirs) {
      const there = new Set(theirs.steps.map(({ _id }) => _id));
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
  };
}
