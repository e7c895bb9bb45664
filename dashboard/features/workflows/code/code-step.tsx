import { useEffect, useRef } from "react";
import type { Environment } from "#contract/accounts/environments.ts";
import type { StepV2 } from "#contract/v2/workflows.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Alert } from "#dashboard/components/feedback/alert.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { NavigationBlocker } from "#dashboard/components/overlays/navigation-blocker.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { stepKindName } from "../editor/canvas/step-kind.tsx";
import { useEditorState } from "../editor/editor-context.tsx";
import { StepHeader } from "../editor/step-header.tsx";
import { BridgePreview } from "./bridge-preview.tsx";
import { ControlField } from "./control-field.tsx";
import { useStepControls } from "./use-step-controls.ts";

/** A step that is code: what it is, the values of its controls, and what the code makes of them. */
export function CodeStep({ step, onClose }: { step: StepV2; onClose: () => void }) {
  const workflowId = useEditorState(({ saved }) => saved._id);
  const { may } = useEnvironment();
  const controls = useStepControls({
    workflowId,
    stepId: step.stepId,
    schema: step.controls.dataSchema,
    issues: step.issues ?? {},
  });
  const { query, entries, values, isDirty } = controls;
  const lacking = entries.flatMap(({ control: { isRequired, defaultValue, label }, text }) =>
    isRequired && text === undefined && defaultValue === undefined ? [label] : [],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
      <NavigationBlocker title="Leave without saving?" dirty={isDirty} />
      <section
        aria-label={`Step ${step.name}`}
        data-step-editor
        className="flex min-w-0 flex-col gap-5 rounded-lg border bg-raised p-4"
      >
        <StepHeader step={step} kind={`${stepKindName(step.type)}, made by code`} heading={heading} onClose={onClose} />
        <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-40" />}>
          {() => <Controls controls={controls} />}
        </QueryResult>
      </section>
      {step.type === "custom" && !may("environment.use") ? (
        <p className="text-muted">
          The code of a custom step does its work for a preview as well, so only roles that may work in the environment
          see one.
        </p>
      ) : (
        <BridgePreview
          workflowId={workflowId}
          step={step}
          values={query.data === undefined ? undefined : values}
          lacking={query.data === undefined ? [] : lacking}
        />
      )}
    </div>
  );
}

function Controls({ controls }: { controls: ReturnType<typeof useStepControls> }) {
  const { may, current } = useEnvironment();
  const { entries, values, isDirty } = controls;
  const isEditable = may("content.edit");
  return (
    <form
      noValidate
      aria-label="Controls"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        controls.save();
      }}
    >
      <h3 className="font-semibold">Controls</h3>
      {entries.length === 0 && (
        <p className="text-muted">
          The code of this step has no controls. Give it a{" "}
          <code translate="no" className="font-mono text-xs">
            controlSchema
          </code>{" "}
          to have values that can be set here.
        </p>
      )}
      {entries.map(({ control, text }) => (
        <ControlField
          key={control.name}
          control={control}
          text={text}
          error={controls.errorOf(control.name)}
          readOnly={!isEditable}
          onChange={(next) => controls.type(control.name, next)}
          onReset={() => controls.reset(control.name)}
        />
      ))}
      {controls.error !== undefined && <Alert>{controls.error}</Alert>}
      {isEditable && entries.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={!isDirty || !values} pending={controls.isSaving}>
            Save
          </Button>
          {isDirty && <Button onClick={controls.cancel}>Cancel</Button>}
          {entries.some(({ text }) => text !== undefined) && (
            <Button variant="quiet" onClick={controls.resetAll}>
              Reset all to the defaults
            </Button>
          )}
        </div>
      )}
      {entries.length > 0 && <p className="text-xs text-muted">{isEditable ? savedText(current) : ONLY_READ}</p>}
    </form>
  );
}

const ONLY_READ = "Your role can only view values. Ask a member who can edit workflows.";

const savedText = (environment: Environment | undefined): string =>
  `Saved values belong to ${environment?.name ?? "this environment"} alone, as publishing does not carry them, and take effect from the next time the step is executed.`;
