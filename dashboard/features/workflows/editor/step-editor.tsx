import { useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { Checkbox } from "#dashboard/components/controls/checkbox.tsx";
import { Switch } from "#dashboard/components/controls/switch.tsx";
import { TextInput } from "#dashboard/components/controls/text-input.tsx";
import { TitleInput } from "#dashboard/components/controls/title-input.tsx";
import { Banner } from "#dashboard/components/feedback/banner.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { stepKindName } from "./canvas/step-kind.tsx";
import { StepNeighbours, useNeighbours, useOpenNeighbour } from "./canvas/step-neighbours.tsx";
import { stepSentence } from "./canvas/step-sentence.ts";
import { StepConditions } from "./conditions/step-conditions.tsx";
import type { EditedStep } from "./definition.ts";
import { useEditing } from "./editor-context.tsx";
import { focusFirstIssue } from "./focus-issue.ts";
import { BranchForm, HttpForm, TriggerForm } from "./forms/flow-forms.tsx";
import { ChatForm, EmailForm, InAppForm, PushForm, TextForm } from "./forms/message-form.tsx";
import { IntegrationSelect } from "./integration-select.tsx";
import { StepHeader } from "./step-header.tsx";
import { issuesIn } from "./step-issues.ts";
import { type StepForm, useStepForm } from "./use-step-form.ts";
import { VariedContent } from "./variants/varied-content.tsx";

const WaitPanels = lazyNamed(() => import("./waits/wait-panels.tsx"), "WaitPanels");

/** Everything about one step: its name and settings, its conditions, and its content. */
export function StepEditor({ step, onClose }: { step: EditedStep; onClose: () => void }) {
  const { editor } = useEditing();
  const form = useStepForm(step);
  const heading = useRef<HTMLHeadingElement>(null);
  const { change, readOnly } = form;
  const { previous, next } = useNeighbours(step.key);
  const openNeighbour = useOpenNeighbour();
  const lacking = issuesIn(editor.issuesOf(step.key)).filter(({ path }) => path === undefined);

  const forIssue = useLocation({ select: ({ state }) => state.focusIssue === true });
  // Opening another step moves the focus to it; typing in it does not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that it is another step
  useEffect(() => {
    if (!forIssue || !focusFirstIssue()) heading.current?.focus({ preventScroll: true });
  }, [step.key]);

  return (
    <section
      aria-label={`Step ${step.name}`}
      data-step-editor
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
        if (!event.altKey || (event.key !== "PageDown" && event.key !== "PageUp")) return;
        event.preventDefault();
        openNeighbour(event.key === "PageDown" ? next : previous);
      }}
      className="flex min-w-0 flex-col gap-5 rounded-lg border bg-raised p-4"
    >
      <StepHeader
        step={step}
        kind={stepKindName(step.type)}
        heading={heading}
        onClose={onClose}
        nameField={
          <TitleInput
            label="Name"
            error={form.error("name")}
            maxLength={64}
            readOnly={readOnly}
            value={step.name}
            onChange={(name) => change({ name })}
            className="text-base"
          />
        }
      >
        <StepNeighbours stepKey={step.key} />
        <Switch
          label="Step status"
          stateText={step.active ? "Active" : "Inactive"}
          checked={step.active}
          disabled={readOnly}
          onChange={(active) => change({ active })}
        />
      </StepHeader>
      {lacking.map(({ message }) => (
        <Banner key={message} tone="warning" title={message} />
      ))}
      {!isChannel(step.type) && !READ_BACK.has(step.type) && <p className="text-muted">{`${stepSentence(step)}.`}</p>}
      <div className="flex flex-col gap-4">
        {isChannel(step.type) ? <VariedContent form={form} content={Content} /> : <Content form={form} />}
      </div>
      <StepConditions form={form} />
      <StepSettings form={form} />
    </section>
  );
}

function StepSettings({ form }: { form: StepForm }) {
  const { step, change, readOnly } = form;
  return (
    <section aria-label="Settings" className="flex flex-col gap-3 border-t pt-4">
      <h3 className="font-semibold">Settings</h3>
      <TextInput
        label="Identifier"
        error={form.error("stepId")}
        hint={
          <>
            Used in templates and conditions: <code translate="no">{`steps.${step.stepId ?? "…"}`}</code>
          </>
        }
        code
        readOnly={readOnly}
        placeholder="Follows from the name"
        value={step.stepId ?? ""}
        onChange={(stepId) => change({ stepId: stepId || undefined })}
      />
      <IntegrationSelect form={form} />
      <Checkbox
        label="End the run when this step fails"
        readOnly={readOnly}
        checked={step.shouldStopOnFail}
        onChange={(shouldStopOnFail) => change({ shouldStopOnFail })}
      />
    </section>
  );
}

/** The panels of these read the whole step back. */
const READ_BACK: ReadonlySet<string> = new Set(["digest", "delay", "throttle", "wait_for_event"]);

function Content({ form }: { form: StepForm }) {
  switch (form.step.type) {
    case "in_app":
      return <InAppForm form={form} />;
    case "email":
      return <EmailForm form={form} />;
    case "push":
      return <PushForm form={form} />;
    case "sms":
      return <TextForm form={form} />;
    case "chat":
      return <ChatForm form={form} />;
    case "digest":
    case "delay":
    case "throttle":
    case "wait_for_event":
      return (
        <Suspense fallback={<SkeletonCards className="h-28" />}>
          <WaitPanels key={form.step.key} form={form} type={form.step.type} />
        </Suspense>
      );
    case "branch":
      return <BranchForm form={form} />;
    case "http_request":
      return <HttpForm form={form} />;
    case "trigger":
      return <TriggerForm form={form} />;
    case "custom":
      return <p className="text-muted">Your own code decides what this step does.</p>;
  }
}
