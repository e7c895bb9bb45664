import { BelfryError } from "#client/client.ts";
import type { LayoutV2, ReplaceLayout } from "#contract/v2/layouts.ts";
import type { DraftStore, EditorModel, RefusedField } from "#dashboard/editing/editor-model.ts";
import { createSavedEditor, type SavedEditor } from "#dashboard/editing/saved-editor.ts";
import { issueOf } from "#dashboard/forms/server-errors.ts";

/** The part of a layout that its editor changes. */
export interface LayoutDefinition {
  name: string;
  description: string;
  /** HTML in Liquid. */
  content: string;
}

export type LayoutEditor = SavedEditor<LayoutV2, LayoutDefinition>;

interface LayoutEditorDeps {
  update: (layoutId: string, body: ReplaceLayout) => Promise<LayoutV2>;
  read: (layoutId: string) => Promise<LayoutV2>;
  drafts: DraftStore<LayoutDefinition>;
  now?: () => number;
  onSaved?: (layout: LayoutV2) => void;
}

/** The state of a layout that is being edited; see `createSavedEditor`. */
export function createLayoutEditor(layout: LayoutV2, { update, read, ...options }: LayoutEditorDeps): LayoutEditor {
  const layoutId = layout._id;
  const model: EditorModel<LayoutV2, LayoutDefinition, RefusedField> = {
    versionOf: ({ revision }) => revision,
    withVersion: (saved, revision) => ({ ...saved, revision }),
    definitionOf: layoutDefinition,
    isSame,
    withAnswer(current, answer, sent) {
      // The server translates a content in Handlebars; what was typed since stays.
      const answered = layoutDefinition(answer);
      return current === sent && !isSame(current, answered) ? answered : current;
    },
    taken: layoutDefinition,
    kept: () => undefined,
    refusedFields,
    save: (definition, { revision }) => update(layoutId, { ...layoutBody(definition), baseRevision: revision }),
    read: () => read(layoutId),
    async readNewer(saved) {
      const theirs = await read(layoutId);
      const changes = changesBetween(layoutDefinition(saved), layoutDefinition(theirs));
      return { theirs, changes, author: authorOf(theirs) };
    },
  };
  return createSavedEditor(layout, model, options);
}

/** Returns what is edited of a layout as the server has it. */
export const layoutDefinition = ({ name, description = "", controls }: LayoutV2): LayoutDefinition => ({
  name,
  description,
  content: controls.values.email?.body ?? "",
});

/** Returns a definition as requests have it. */
export const layoutBody = ({ content, ...fields }: LayoutDefinition) => ({
  ...fields,
  controlValues: { email: { body: content, editorType: "html" as const } },
});

const authorOf = ({ updatedBy }: LayoutV2): string | undefined =>
  updatedBy && [updatedBy.firstName, updatedBy.lastName].filter(Boolean).join(" ");

const FIELDS = ["name", "description", "content"] as const;

const isSame = (one: LayoutDefinition, other: LayoutDefinition): boolean =>
  FIELDS.every((field) => one[field] === other[field]);

const changesBetween = (before: LayoutDefinition, after: LayoutDefinition): string[] =>
  FIELDS.filter((field) => before[field] !== after[field]).map((field) => `Changed ${field}`);

/** Returns the fields that a refusal names, by their names in the definition. */
function refusedFields(error: unknown): RefusedField[] {
  if (!(error instanceof BelfryError) || (error.status !== 400 && error.status !== 422)) return [];
  return error.problems.flatMap((problem) => {
    const issue = issueOf(problem);
    if (!issue) return [];
    const path = issue.names.join(".");
    return [{ path: path.startsWith("controlValues") ? "content" : path, message: issue.message }];
  });
}
