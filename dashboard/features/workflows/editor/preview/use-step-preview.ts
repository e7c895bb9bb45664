import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Preview } from "#contract/v2/workflows.ts";
import type { PreviewedMessage } from "#contract/workflows/step-preview.ts";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { EditedStep } from "../definition.ts";
import { useEditing, useEditorState } from "../editor-context.tsx";
import { usePreviewData } from "./use-preview-data.ts";

/** Milliseconds after the last key. */
const PREVIEW_AFTER_MS = 300;

const NONE_MISSING: readonly string[] = [];

/** The last answers, which stay while the next one is on its way. */
interface Last {
  answer?: Preview;
  /** The last message that could be rendered. */
  message?: PreviewedMessage;
  error?: Error;
}

export type StepPreview = ReturnType<typeof useStepPreview>;

/** The preview of a step as it is typed, which no save has to be waited for. A newer one ends the request of the one before. */
export function useStepPreview(step: EditedStep) {
  const { editor } = useEditing();
  const { read } = useEnvironment();
  const workflowId = useEditorState(({ saved }) => saved._id);
  const data = usePreviewData(step.key);
  const { controlValues } = step;
  const settledValues = useDebounced(controlValues, PREVIEW_AFTER_MS);
  // The first preview does not wait for more data than it needs.
  const settledData = useDebounced(data.request, PREVIEW_AFTER_MS) ?? data.request;
  const stepId = editor.idOf(step.key);
  const query = useQuery({
    ...read("previews.step", workflowId, stepId ?? "", { controlValues: settledValues, data: settledData }),
    enabled: stepId !== undefined && settledData !== undefined,
  });

  const [last, setLast] = useState<Last>({});
  if (query.data && query.data !== last.answer) {
    const message = query.data.message ?? last.message;
    setLast({ answer: query.data, ...(message && { message }) });
  } else if (query.error && query.error !== last.error) {
    setLast({ ...last, error: query.error });
  } else if (query.isSuccess && last.error) {
    const { error: _over, ...others } = last;
    setLast(others);
  }
  const missing = last.answer?.missing ?? NONE_MISSING;
  const names = missing.join("\n");
  return {
    data,
    message: last.message,
    /** Why there is no message for what is typed now. */
    problem: last.answer?.problem,
    /** The same list for as long as it has the same names: fields check their texts again for another one. */
    // biome-ignore lint/correctness/useExhaustiveDependencies: the names are what it is made of.
    missing: useMemo(() => missing, [names]),
    translations: last.answer?.translations,
    error: last.error,
    retry: () => void query.refetch(),
    isRetrying: query.isFetching,
    /** Undefined while the server does not have the step yet, and cannot show it. */
    stepId,
    isUpdating:
      stepId !== undefined && (query.isFetching || settledValues !== controlValues || settledData !== data.request),
  };
}
