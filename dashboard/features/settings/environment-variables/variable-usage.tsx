import { Link } from "@tanstack/react-router";
import type { EnvironmentVariable } from "#contract/accounts/environment-variables.ts";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { Dialog } from "#dashboard/components/overlays/dialog.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Names the workflows, with their steps, and the layouts of the open environment that read a variable. */
export function VariableUsage({ variable, onClose }: { variable: EnvironmentVariable; onClose: () => void }) {
  const { current } = useEnvironment();
  const query = useRead("environmentVariables.usage", variable.key);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Used by in ${current?.name ?? "this environment"}`}
      description={`Workflows and layouts that read env.${variable.key}`}
    >
      <QueryResult query={query} skeleton={<SkeletonRows />}>
        {({ workflows, layouts }) => (
          <ul className="flex flex-col gap-3">
            {workflows.map(({ _id, name, steps }) => (
              <li key={_id} className="flex min-w-0 flex-col">
                <Link
                  to="/workflows/$workflowId"
                  params={{ workflowId: _id }}
                  translate="no"
                  className="truncate font-medium hover:underline"
                >
                  {name}
                </Link>
                <span translate="no" className="text-muted wrap-anywhere">
                  {steps.map((step) => step.name ?? step.type).join(" · ")}
                </span>
              </li>
            ))}
            {layouts.map(({ _id, name }) => (
              <li key={_id} className="flex min-w-0 flex-col">
                <Link
                  to="/layouts/$layoutId"
                  params={{ layoutId: _id }}
                  translate="no"
                  className="truncate font-medium hover:underline"
                >
                  {name}
                </Link>
                <span className="text-muted">Layout</span>
              </li>
            ))}
            {workflows.length + layouts.length === 0 && <li className="text-muted">Nothing reads it any more.</li>}
          </ul>
        )}
      </QueryResult>
    </Dialog>
  );
}
