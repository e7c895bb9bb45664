import { Link } from "@tanstack/react-router";
import { CircleStop, Filter, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { Step } from "#contract/steps.ts";
import type { Workflow } from "#contract/workflows.ts";
import { Badge } from "../../components/badge.tsx";
import { classNames } from "../../components/class-names.ts";
import { StepTypeIcon } from "../../components/step-type.tsx";
import { conditionText } from "./condition-text.ts";
import { identifierOf } from "./identifier.ts";
import { stepNameOf, stepSummary, stepTypeOf } from "./step-summary.ts";

/** The workflow as a vertical list: its trigger, its steps in order, its end. */
export function StepChain({ workflow, selected }: { workflow: Workflow; selected: string | undefined }) {
  return (
    <ol aria-label="Steps" className="flex flex-col">
      <Marker icon={<Play className="size-4" aria-hidden="true" />}>
        Event <code className="font-mono text-xs">{identifierOf(workflow)}</code>
      </Marker>
      {workflow.steps.map((step) => (
        <li key={step._id}>
          <Connector />
          <StepCard step={step} workflowId={workflow._id} selected={step._id === selected} />
        </li>
      ))}
      <li aria-hidden="true">
        <Connector />
      </li>
      <Marker icon={<CircleStop className="size-4" aria-hidden="true" />}>End</Marker>
    </ol>
  );
}

function Marker({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 self-start rounded-full border border-dashed border-outline px-3 py-1 text-muted">
      {icon}
      {children}
    </li>
  );
}

function Connector() {
  return <div aria-hidden="true" className="ml-6 h-4 border-l border-outline" />;
}

function StepCard({ step, workflowId, selected }: { step: Step; workflowId: string; selected: boolean }) {
  const conditions = conditionText(step.filters);
  return (
    <Link
      to="/workflows/$workflowId/steps/$stepId"
      params={{ workflowId, stepId: step._id }}
      data-row
      resetScroll={false}
      aria-current={selected ? "true" : undefined}
      className={classNames(
        "flex items-start gap-3 rounded-lg border p-3",
        selected ? "border-accent bg-accent-soft/50" : "border-outline bg-raised hover:bg-sunken",
      )}
    >
      <span className="flex size-7 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
        <StepTypeIcon type={stepTypeOf(step)} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{stepNameOf(step)}</span>
          {!step.active && <Badge>Inactive</Badge>}
          {step.branchId && <Badge>In branch {step.branchId}</Badge>}
          {step.variants && step.variants.length > 0 && <Badge>{step.variants.length} variants</Badge>}
        </span>
        <span className="truncate text-muted">{stepSummary(step)}</span>
        {conditions && (
          <span className="flex items-start gap-1 text-xs text-info">
            <Filter className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
            <span className="wrap-anywhere">Only if {conditions}</span>
          </span>
        )}
      </span>
    </Link>
  );
}
