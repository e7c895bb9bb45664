import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Integration } from "#contract/integrations.ts";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { isForAll } from "./connected.ts";

/** Workflows that are named. */
const NAMED_MAX = 5;

/** Whether the channel sends nothing any more without the integration. */
export const isLastOfChannel = (integration: Integration, all: readonly Integration[]): boolean =>
  isForAll(integration) &&
  !all.some(
    (other) =>
      isForAll(other) &&
      other._id !== integration._id &&
      other.channel === integration.channel &&
      other._environmentId === integration._environmentId,
  );

/** Says which workflows lose a channel with its last integration. */
export function LostChannel({ channel }: Pick<Integration, "channel">) {
  const { read } = useEnvironment();
  const query = useQuery(
    read("v2.workflows.list", { stepTypes: [channel], status: ["ACTIVE", "ERROR"], limit: NAMED_MAX, offset: 0 }),
  );
  const { name } = STEP_TYPE_LABELS[channel];
  if (hasFailed(query)) return <LoadFailed what={`The list of workflows with ${name} steps`} query={query} />;
  if (!query.data) return <Skeleton className="h-10 w-full" />;
  const { workflows, totalCount } = query.data;
  if (totalCount === 0) return <p>{`It is the only one of ${name}. No active workflow has a step of that channel.`}</p>;
  return (
    <div className="flex flex-col gap-1">
      <p>{`It is the only one of ${name}. These steps fail without it, in ${workflowsText(totalCount)}:`}</p>
      <ul className="list-disc ps-5">
        {workflows.map((workflow) => (
          <li key={workflow._id}>
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: workflow._id }}
              dir="auto"
              translate="no"
              className="text-accent hover:underline"
            >
              {workflow.name}
            </Link>
          </li>
        ))}
        {totalCount > workflows.length && <li>{`${totalCount - workflows.length} more`}</li>}
      </ul>
    </div>
  );
}

const workflowsText = (count: number): string => (count === 1 ? "1 active workflow" : `${count} active workflows`);
