import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { WorkflowOverride } from "#contract/workflows/workflow-overrides.ts";
import { Button } from "#dashboard/components/controls/button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { FormButton } from "#dashboard/forms/form-button.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

// The contract's schemas are not part of the screen's first load.
const OverrideForm = lazyNamed(() => import("./override-form.tsx"), "OverrideForm");

/** Overrides that are shown; a tenant has a few. */
const SHOWN = 100;

/** The workflows that do something else for the tenant, each of which can follow its own settings again. */
export function TenantOverrides({ tenantId }: { tenantId: string }) {
  const { may } = useEnvironment();
  const query = useRead("workflowOverrides.list", { tenantId, limit: SHOWN });
  return (
    <Section
      title="Workflows"
      text="The tenant inherits every workflow as it is, except those that are overridden here."
    >
      <QueryResult query={query} skeleton={<SkeletonCards cards={1} className="h-24" />}>
        {({ data }) => (
          <div className="flex flex-col items-start gap-3">
            {data.length === 0 ? (
              <p className="text-muted">No workflow is overridden.</p>
            ) : (
              <ul aria-label="Overridden workflows" className="flex w-full flex-col gap-2">
                {data.map((override) => (
                  <OverrideRow key={override._id} tenantId={tenantId} override={override} />
                ))}
              </ul>
            )}
            {may("content.edit") && (
              <FormButton
                text="Override a workflow"
                title="Override a workflow"
                height="h-72"
                keptName={`override-of-${tenantId}`}
              >
                {({ keptName, close }) => <OverrideForm tenantId={tenantId} keptName={keptName} onSaved={close} />}
              </FormButton>
            )}
          </div>
        )}
      </QueryResult>
    </Section>
  );
}

function OverrideRow({ tenantId, override }: { tenantId: string; override: WorkflowOverride }) {
  const { may, write } = useEnvironment();
  const [isResetting, setResetting] = useState(false);
  const { _id, _workflowId: workflowId, workflow } = override;
  const name = workflow?.name ?? workflowId;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border bg-raised px-3 py-2">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <span className="flex max-w-full flex-wrap items-center gap-2">
          <Link
            to="/workflows/$workflowId"
            params={{ workflowId }}
            dir="auto"
            translate="no"
            className="min-w-0 font-medium wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <Badge tone="accent">Overridden</Badge>
        </span>
        <span className="text-xs text-muted">{differencesOf(override)}</span>
      </div>
      {may("content.edit") && (
        <span className="flex shrink-0 gap-2">
          <FormButton
            small
            text="Change"
            aria-label={`Change the override of ${name}`}
            title={`Override of ${name}`}
            height="h-56"
            keptName={`override-${_id}`}
          >
            {({ keptName, close }) => (
              <OverrideForm tenantId={tenantId} override={override} keptName={keptName} onSaved={close} />
            )}
          </FormButton>
          <Button small aria-label={`Reset ${name}`} onClick={() => setResetting(true)}>
            Reset
          </Button>
        </span>
      )}
      {isResetting && (
        <Confirmation
          onClose={() => setResetting(false)}
          title={`Reset ${name}?`}
          action="Reset workflow"
          done={`${name} is inherited again`}
          onConfirm={() => write("workflowOverrides.delete", _id)}
        >
          <p>The tenant gets it as all others do, from the next event on.</p>
        </Confirmation>
      )}
    </li>
  );
}

/** Says what the workflow does for the tenant, and what of it is as for all others. */
function differencesOf({ active, preferenceSettings, workflow }: WorkflowOverride): string {
  const state = active ? "Active" : "Not active";
  const off = CHANNELS.filter((channel) => !preferenceSettings[channel]).map(
    (channel) => STEP_TYPE_LABELS[channel].name,
  );
  const channels = off.length === 0 ? "All channels are on" : `Off: ${off.join(", ")}`;
  const isSame =
    workflow?.active === active &&
    CHANNELS.every((channel) => workflow.preferenceSettings[channel] === preferenceSettings[channel]);
  return `${state} · ${channels}${isSame ? " · As the workflow itself" : ""}`;
}
