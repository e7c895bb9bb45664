import type { Explanation, ExplainedStep as Step } from "#contract/explain.ts";
import { Disclosure } from "#dashboard/components/disclosure.tsx";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import { JsonBlock } from "#dashboard/components/display/code-block.tsx";
import { exactTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { SuppressionLink } from "#dashboard/components/display/suppression-link.tsx";
import { STATUS_TEXTS } from "#dashboard/trigger-status.ts";

/** The steps of the run that an event would start, or why there would be none. */
export function ExplainedRun({ explanation }: { explanation: Explanation }) {
  const { status, problems, runs, assumptions } = explanation;
  const [run] = runs;
  if (!run) {
    return (
      <div className="rounded-lg border bg-raised p-4">
        <p className="font-medium">There would be no run</p>
        {status !== "processed" && <p className="text-muted">{STATUS_TEXTS[status]}</p>}
        {problems.map(({ message }) => (
          <p key={message} className="text-muted">
            {message}
          </p>
        ))}
      </div>
    );
  }
  return (
    <section aria-labelledby="explained" className="flex flex-col gap-3">
      <h2 id="explained" className="text-base font-medium">
        What would happen
      </h2>
      <ol className="flex flex-col gap-2">
        {run.steps.map((step) => (
          <li key={step._id}>
            <ExplainedStep step={step} />
          </li>
        ))}
      </ol>
      {run.steps.length === 0 && <p className="text-muted">The workflow has no steps.</p>}
      {assumptions.length > 0 && (
        <Disclosure title="What this assumes">
          <ul className="flex list-disc flex-col gap-1 ps-5 text-muted">
            {assumptions.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

const OUTCOMES: Readonly<Record<Step["status"], { text: string; tone: Tone }>> = {
  pending: { text: "Not reached", tone: "neutral" },
  queued: { text: "Would run", tone: "success" },
  running: { text: "Would run", tone: "success" },
  completed: { text: "Would run", tone: "success" },
  failed: { text: "Would fail", tone: "danger" },
  delayed: { text: "Would wait", tone: "info" },
  canceled: { text: "Would not run", tone: "neutral" },
  merged: { text: "Would join a digest", tone: "info" },
  skipped: { text: "Would be skipped", tone: "warning" },
  undecided: { text: "Open", tone: "neutral" },
};

function ExplainedStep({ step }: { step: Step }) {
  const { name, type, status, reason, suppression, wait, preference, integrations = [], messages = [] } = step;
  const typeName = STEP_TYPE_LABELS[type].name;
  const { text, tone } = OUTCOMES[status];
  const [integration] = integrations;
  return (
    <article aria-label={name || typeName} className="flex flex-col gap-2 rounded-lg border bg-raised px-3 py-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StepTypeIcon type={type} className="size-4 shrink-0 text-muted" />
        <h3 dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {name || typeName}
        </h3>
        <span className="ms-auto">
          <Badge tone={tone}>{text}</Badge>
        </span>
      </header>
      <p className="wrap-anywhere">{reason.text}</p>
      {suppression && <SuppressionLink suppressionId={suppression._id} />}
      {wait && <p className="text-muted">{`Until ${exactTime(wait.until)}`}</p>}
      {integration && status === "completed" && (
        <p className="text-muted">
          Sent by{" "}
          <span dir="auto" translate="no">
            {integration.name}
          </span>
        </p>
      )}
      {preference && (
        <Disclosure title="Preferences">
          <ul className="flex flex-col gap-1 text-muted">
            {preference.layers.map(({ type: layer, enabled }) => (
              <li key={layer}>{`${LAYERS[layer]}: ${enabled === null ? "says nothing" : enabled ? "on" : "off"}`}</li>
            ))}
          </ul>
        </Disclosure>
      )}
      {messages.length > 0 && (
        <Disclosure title="Message">
          <JsonBlock label="message" value={messages} />
        </Disclosure>
      )}
    </article>
  );
}

const LAYERS: Readonly<Record<NonNullable<Step["preference"]>["layers"][number]["type"], string>> = {
  SUBSCRIBER_WORKFLOW: "The subscriber's choice for this workflow",
  SUBSCRIBER_GLOBAL: "The subscriber's choice for all workflows",
  USER_WORKFLOW: "What a member has set",
  WORKFLOW_RESOURCE: "The workflow's own preferences",
  workflowOverride: "The override for the tenant",
};
