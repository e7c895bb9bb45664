import type { StepDraft, StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { requestUnmasked } from "#domain/values/request-secrets.ts";

/** The steps with the headers that are stored in place of their masks. Throws `invalid_input` for a mask that stands for nothing. */
export const withStoredHeaders = (drafts: readonly StepDraft[], current: readonly StepRow[] = []): StepDraft[] =>
  drafts.map((draft, index) => ({
    ...draft,
    metadata: requestUnmasked(
      draft.metadata,
      current.find(({ stepId }) => stepId === draft.stepId)?.metadata,
      `steps.${index}.metadata`,
    ),
  }));
