import { Link } from "@tanstack/react-router";
import { Code } from "lucide-react";
import type { WorkflowActivity } from "#contract/notifications.ts";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Sparkline } from "#dashboard/components/display/sparkline.tsx";
import { labelledType, StepTypeRow } from "#dashboard/components/display/step-type.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { type Column, ROW_LINK_CLASS } from "#dashboard/lists/table.tsx";
import { failureShare } from "./failure-share.ts";
import { ListedStatus } from "./workflow-status.tsx";

/** The most icons of steps and tags that a row has room for. */
const STEPS_SHOWN = 5;
const TAGS_SHOWN = 2;

/** The columns of the list. `activity` is undefined as long as it is not read, and null where that failed. */
export function workflowColumns(
  activity: ReadonlyMap<string, WorkflowActivity> | undefined | null,
): Column<ListedWorkflowV2>[] {
  return [
    { id: "name", name: "Name", sortable: true, className: "max-sm:order-1 sm:min-w-24 lg:w-1/4", cell: WorkflowName },
    {
      id: "steps",
      name: "Steps",
      className: "max-sm:order-4 whitespace-nowrap",
      cell: ({ stepTypeOverviews }) => (
        <span className="flex [&>span]:flex-nowrap">
          <StepTypeRow types={stepTypeOverviews.map(labelledType)} max={STEPS_SHOWN} />
        </span>
      ),
    },
    {
      id: "status",
      name: "Status",
      className: "max-sm:order-2",
      cell: (workflow) => <ListedStatus workflow={workflow} />,
    },
    { id: "tags", name: "Tags", className: "max-lg:hidden lg:max-xl:hidden", cell: Tags },
    {
      id: "group",
      name: "Group",
      className: "text-muted max-2xl:hidden",
      cell: ({ notificationGroup }) => (
        <span className="block max-w-40 truncate" dir="auto" translate="no">
          {notificationGroup?.name ?? "–"}
        </span>
      ),
    },
    {
      id: "lastTriggeredAt",
      name: "Last triggered",
      sortable: true,
      className: "max-sm:order-5 max-sm:justify-end max-sm:text-xs text-muted whitespace-nowrap sm:max-md:hidden",
      cell: ({ lastTriggeredAt }) => (lastTriggeredAt ? <RelativeTime moment={lastTriggeredAt} /> : "Never"),
    },
    {
      id: "activity",
      name: "7 days",
      className: "max-md:hidden",
      cell: ({ _id }) => <Activity activity={activity && (activity.get(_id) ?? null)} />,
    },
    { id: "updatedAt", name: "Updated", sortable: true, className: "text-muted max-xl:hidden", cell: Updated },
  ];
}

function WorkflowName(workflow: ListedWorkflowV2) {
  return (
    <WithRowId value={workflow.workflowId} what="identifier">
      <Link
        to="/workflows/$workflowId"
        params={{ workflowId: workflow._id }}
        data-row
        dir="auto"
        translate="no"
        title={workflow.name}
        className={`${ROW_LINK_CLASS} max-w-full min-w-0`}
      >
        {workflow.name}
      </Link>
      {workflow.origin === "external" && (
        <span title="Its steps are code in your own application">
          <Badge icon={<Code className="size-3.5" aria-hidden="true" />}>Code</Badge>
        </span>
      )}
    </WithRowId>
  );
}

function Tags({ tags }: ListedWorkflowV2) {
  if (tags.length === 0) return <span className="text-muted">–</span>;
  return (
    <span className="flex gap-1 max-sm:flex-wrap" title={tags.join(", ")}>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Badge key={tag}>
          <span className="block max-w-16 truncate 2xl:max-w-24" dir="auto" translate="no">
            {tag}
          </span>
        </Badge>
      ))}
      {tags.length > TAGS_SHOWN && <Badge>+{tags.length - TAGS_SHOWN}</Badge>}
    </span>
  );
}

function Updated({ updatedAt, updatedBy }: ListedWorkflowV2) {
  const name = [updatedBy?.firstName, updatedBy?.lastName].filter(Boolean).join(" ");
  return (
    <span className="flex min-w-0 flex-col">
      <RelativeTime moment={updatedAt} />
      {name && (
        <span className="block max-w-28 truncate text-xs 2xl:max-w-36" title={name}>
          by {name}
        </span>
      )}
    </span>
  );
}

function Activity({ activity }: { activity: WorkflowActivity | undefined | null }) {
  if (activity === undefined) return <Skeleton className="h-6 w-28" />;
  if (activity === null) return <span className="text-muted">–</span>;
  const runs = activity.days.reduce((sum, day) => sum + day.runs, 0);
  const failures = activity.days.reduce((sum, day) => sum + day.failures, 0);
  if (runs === 0 && failures === 0) return <span className="text-muted">No runs</span>;
  // A run may fail at several steps, and one that began earlier may fail now.
  const points = activity.days.map((day) => ({
    total: Math.max(day.runs, day.failures),
    failed: day.failures,
  }));
  return (
    <span className="flex flex-col">
      <Sparkline points={points} what="runs in the last 7 days" className="h-6 w-16 xl:w-20" />
      <span className={failures > 0 ? "text-xs leading-4 whitespace-nowrap text-danger" : "sr-only"}>
        {failureShare(runs, failures)}
      </span>
    </span>
  );
}
