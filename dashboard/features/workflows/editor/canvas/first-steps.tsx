import { Link, useParams } from "@tanstack/react-router";
import type { StepV2 } from "#contract/v2/workflows.ts";
import type { StepActions } from "../use-step-actions.ts";
import { StepKindBadge, stepKindName } from "./step-kind.tsx";

const BEGINNINGS: readonly { type: StepV2["type"]; description: string }[] = [
  { type: "in_app", description: "A message in the inbox of your app" },
  { type: "email", description: "A mail, made of blocks or HTML" },
  { type: "digest", description: "Collects events, and goes on with all of them at once" },
];

/** Below the trigger of a workflow that has no steps: what happens, and what to begin with. */
export function FirstSteps({ actions, identifier }: { actions: StepActions; identifier: string }) {
  const { workflowId = "" } = useParams({ strict: false });
  return (
    <section aria-label="First step" className="mt-6 flex flex-col gap-4 rounded-lg border bg-raised p-5">
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">Add the first step</h2>
        <p className="text-muted wrap-anywhere">
          {"Each event that triggers "}
          <code translate="no" className="font-mono text-xs">
            {identifier}
          </code>
          {" starts a run, which takes a subscriber through the steps in order. Without a step it sends nothing."}
        </p>
      </div>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-3">
        {BEGINNINGS.map(({ type, description }) => (
          <li key={type}>
            <button
              type="button"
              onClick={() => void actions.add(type, { branchId: undefined, after: undefined })}
              className="flex h-full w-full flex-col gap-2 rounded-lg border p-3 text-start hover:border-accent hover:bg-sunken"
            >
              <span className="flex items-center gap-2 font-medium">
                <StepKindBadge type={type} />
                {stepKindName(type)}
              </span>
              <span className="text-xs text-muted">{description}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to="/workflows/templates" className="text-accent underline">
          Start from a template
        </Link>
        <Link to="/workflows/$workflowId/code" params={{ workflowId }} className="text-accent underline">
          Show the trigger code
        </Link>
      </p>
    </section>
  );
}
