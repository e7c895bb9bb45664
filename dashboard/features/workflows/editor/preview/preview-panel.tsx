import { LoaderCircle } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { MessagePreview } from "#dashboard/components/previews/message-preview.tsx";
import { errorText } from "#dashboard/errors.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { atControl } from "../control-names.ts";
import type { EditedStep } from "../definition.ts";
import { useEditorState } from "../editor-context.tsx";
import { emptyParts } from "./message-gaps.ts";
import { MissingVariables } from "./missing-variables.tsx";
import type { StepPreview } from "./use-step-preview.ts";

const SendStepTest = lazy(() => import("./send-step-test.tsx"));
// Only messages with translations need it.
const FallenBack = lazyNamed(() => import("./fallen-back.tsx"), "FallenBack");

interface PreviewPanelProps {
  step: EditedStep;
  preview: StepPreview;
  /** Whether the data, which names what it lacks, is beside the preview. */
  hasDataColumn: boolean;
  /** Shows the first place that uses a variable that the data lacks. */
  onJump: (name: string) => void;
  /** Beside the title. */
  actions?: ReactNode;
}

/** The message of a step as its recipient would get it, with what is wrong with it. */
export function PreviewPanel({ step, preview, hasDataColumn, onJump, actions }: PreviewPanelProps) {
  const { message, isUpdating, problem, stepId, data } = preview;
  const { may, readOnly } = useEnvironment();
  const workflow = useEditorState(({ saved }) => saved);
  const isSendable = !problem && !readOnly && may("environment.use");
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3 rounded-lg border bg-raised p-4">
      <header className="flex min-h-8 flex-wrap items-center gap-2">
        <h2 className="text-base font-semibold">Preview</h2>
        {/* Always there, so that nothing moves while it turns. */}
        <LoaderCircle
          className={`size-3.5 text-muted ${isUpdating ? "animate-spin" : "invisible"}`}
          aria-hidden="true"
        />
        <span className="flex-1" />
        {actions}
      </header>
      <Notes preview={preview} hasDataColumn={hasDataColumn} onJump={onJump} />
      {message ? (
        <MessagePreview message={message} name={step.name} workflow={workflow} />
      ) : (
        <Nothing preview={preview} />
      )}
      {message && isSendable && stepId !== undefined && data.request && (
        <Suspense>
          <SendStepTest channel={message.channel} step={step} stepId={stepId} data={data.request} />
        </Suspense>
      )}
    </section>
  );
}

/** Says what is wrong: with the call, the template or the data. */
function Notes({ preview, hasDataColumn, onJump }: Pick<PreviewPanelProps, "preview" | "hasDataColumn" | "onJump">) {
  const { data, message, problem, missing, translations, error, retry, isRetrying } = preview;
  const empty = message && !problem ? emptyParts(message) : [];
  const kept = message ? "Below is the last preview that could be made." : undefined;
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {error && (
        <Banner
          tone="warning"
          title={`The preview could not be made. ${errorText(error)}`}
          action={
            <Button small className="my-1" pending={isRetrying} onClick={retry}>
              Try again
            </Button>
          }
        >
          {kept}
        </Banner>
      )}
      {!error && problem && (
        <Banner tone="warning" title={atControl(problem.path, problem.message)}>
          {kept}
        </Banner>
      )}
      {data.fault !== undefined && (
        <Banner tone="warning" title={`The payload ${data.fault}.`}>
          {kept}
        </Banner>
      )}
      {!hasDataColumn && <MissingVariables names={missing} onJump={onJump} />}
      {translations && translations.fellBack.length > 0 && (
        <Suspense>
          <FallenBack translations={translations} />
        </Suspense>
      )}
      {empty.length > 0 && <p className="text-warning">{emptyText(empty)}</p>}
    </div>
  );
}

/** "Subject", "Subject and Body". */
const listed = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

/** "With this data the subject is empty." */
const emptyText = (names: readonly string[]): string =>
  `With this data the ${listed(names.map((name) => name.toLowerCase()))} ${names.length === 1 ? "is" : "are"} empty.`;

function Nothing({ preview: { stepId, isUpdating, problem, error, data } }: { preview: StepPreview }) {
  if (stepId === undefined) return <p className="text-muted">The preview appears once the step is saved.</p>;
  if (problem || error || data.fault !== undefined || data.localeFault) return null;
  if (!isUpdating && data.request) return <p className="text-muted">There is nothing to show.</p>;
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
