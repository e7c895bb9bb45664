import type { ReactNode } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import type { Step } from "#contract/steps.ts";
import { Badge } from "../../components/badge.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { StepTypeIcon } from "../../components/step-type.tsx";
import { conditionText } from "./condition-text.ts";
import { contentText, stepNameOf, stepSummary, stepTypeOf } from "./step-summary.ts";
import { durationText } from "./wait-text.ts";

type StepTemplate = NonNullable<Step["template"]>;

/** The details of a step. */
export function StepPanel({ step }: { step: Step }) {
  const conditions = conditionText(step.filters);
  return (
    <section
      aria-label={`Step ${stepNameOf(step)}`}
      className="flex flex-col gap-4 rounded-lg border border-outline bg-raised p-4"
    >
      <header className="flex flex-wrap items-center gap-2">
        <StepTypeIcon type={stepTypeOf(step)} className="size-5 text-muted" />
        <h2 className="text-base font-semibold">{stepNameOf(step)}</h2>
        {step.active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>}
        {step.shouldStopOnFail && <Badge tone="warning">Ends the run when it fails</Badge>}
      </header>
      <dl className="flex flex-col gap-3">
        <Fact name="Step id">
          <CopyableId value={step._id} what="step id" />
        </Fact>
        {conditions && <Fact name="Runs only if">{conditions}</Fact>}
        <StepContent step={step} />
        {step.branchId && <Fact name="Runs only in the branch">{step.branchId}</Fact>}
        {step.expiresAfter && (
          <Fact name="Skipped as expired">
            {durationText(step.expiresAfter.amount, step.expiresAfter.unit)} after the trigger
          </Fact>
        )}
        {step.replyCallback.active && step.replyCallback.url && (
          <Fact name="Replies go to">{step.replyCallback.url}</Fact>
        )}
        {step.warnings?.map((warning) => (
          <Fact key={warning} name="Warning">
            {warning}
          </Fact>
        ))}
      </dl>
      {step.variants?.map((variant) => (
        <section key={variant._id} className="flex flex-col gap-3 border-t pt-3">
          <h3 className="font-medium">{variant.name || "Variant"}</h3>
          <dl className="flex flex-col gap-3">
            <Fact name="Chosen if">{conditionText(variant.filters) ?? "never: it has no condition"}</Fact>
            {variant.template && <TemplateFacts template={variant.template} />}
          </dl>
        </section>
      ))}
    </section>
  );
}

function StepContent({ step }: { step: Step }) {
  const type = stepTypeOf(step);
  if (!isChannel(type) || !step.template) {
    return <Fact name="What it does">{stepSummary(step)}</Fact>;
  }
  return <TemplateFacts template={step.template} />;
}

function TemplateFacts({ template }: { template: StepTemplate }) {
  const buttons = template.cta?.action?.buttons ?? [];
  const url = template.cta?.data?.url;
  return (
    <>
      {template.subject && <Fact name="Subject">{template.subject}</Fact>}
      {template.title && <Fact name="Title">{template.title}</Fact>}
      {template.preheader && <Fact name="Preheader">{template.preheader}</Fact>}
      {template.senderName && <Fact name="Sender name">{template.senderName}</Fact>}
      <Fact name={template.contentType === "customHtml" ? "Body (HTML)" : "Body"}>
        <TemplateBody template={template} />
      </Fact>
      {url && <Fact name="Opens">{url}</Fact>}
      {buttons.length > 0 && <Fact name="Buttons">{buttons.map((button) => button.content).join(" · ")}</Fact>}
    </>
  );
}

function TemplateBody({ template }: { template: StepTemplate }) {
  const { content, contentType } = template;
  if (contentType === "customHtml" && typeof content === "string")
    return <CodeBlock label="HTML body" code={content} />;
  if (Array.isArray(content)) {
    return (
      <div className="flex flex-col items-start gap-2 rounded-lg border border-outline bg-surface p-3">
        {content.map((block, position) =>
          block.type === "button" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids and are only read here
            <span key={position} className="rounded-md border border-outline px-3 py-1" title={block.url}>
              {contentText(block.content)}
            </span>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <p key={position} className="whitespace-pre-wrap">
              {contentText(block.content)}
            </p>
          ),
        )}
      </div>
    );
  }
  const text = contentText(content);
  if (!text) return <span className="text-muted">Empty</span>;
  return <p className="rounded-lg border border-outline bg-surface p-3 whitespace-pre-wrap wrap-anywhere">{text}</p>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
