import { useQueries } from "@tanstack/react-query";
import type { ListedWorkflowV2 } from "#contract/v2/workflows.ts";
import { Confirmation } from "#dashboard/components/overlays/confirmation.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { effectTexts } from "./delete-effect.ts";
import { workflowCount } from "./use-workflow-actions.ts";

/** From so many runs in seven days, or so many workflows, the deletion is large: its name has to be typed. */
const LARGE_RUNS = 1_000;
const LARGE_COUNT = 10;

interface DeleteWorkflowsProps {
  /** Those to delete; none while nothing is asked. */
  workflows: readonly ListedWorkflowV2[];
  onClose: () => void;
  onDelete: () => Promise<void>;
}

/** Asks before workflows are deleted, with what ends by it and what goes on. */
export function DeleteWorkflows({ workflows, onClose, onDelete }: DeleteWorkflowsProps) {
  const { read } = useEnvironment();
  const activity = useRead(
    "v2.workflows.activity",
    workflows.map(({ _id }) => _id),
  );
  const waiting = useQueries({
    queries: workflows.map(({ _id }) => read("v2.workflows.waiting", _id)),
    // What cannot be counted is left out.
    combine: (results) =>
      results.some(({ isPending }) => isPending) ? undefined : results.flatMap(({ data }) => data ?? []),
  });
  const runs = activity.data?.flatMap(({ days }) => days).reduce((sum, day) => sum + day.runs, 0);
  const [first] = workflows;
  const name = workflows.length === 1 && first ? first.workflowId : workflowCount(workflows.length);
  const isLarge = (runs ?? 0) >= LARGE_RUNS || workflows.length >= LARGE_COUNT;
  return (
    <Confirmation
      onClose={onClose}
      title={`Delete ${workflows.length === 1 && first ? first.name : workflowCount(workflows.length)}?`}
      action={workflows.length === 1 ? "Delete workflow" : `Delete ${workflowCount(workflows.length)}`}
      onConfirm={onDelete}
      {...(isLarge && { typedName: name })}
    >
      {(activity.isPending || waiting === undefined) && <p>Counting the runs ...</p>}
      {effectTexts(workflows.length, runs, waiting).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {workflows.length > 1 && <p>{namesText(workflows)}</p>}
    </Confirmation>
  );
}

const NAMED = 5;

function namesText(workflows: readonly ListedWorkflowV2[]): string {
  const names = workflows.slice(0, NAMED).map(({ name }) => name);
  const others = workflows.length - names.length;
  return new Intl.ListFormat("en").format(others > 0 ? [...names, `${others} more`] : names);
}
