import { Link } from "@tanstack/react-router";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { LoadFailed } from "#dashboard/components/feedback/load-failed.tsx";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { hasFailed } from "#dashboard/components/feedback/use-load-error.ts";
import { useRead } from "#dashboard/data/use-read.ts";
import { useEditorState } from "./editor-context.tsx";

/** How many runs are still on an earlier version, with the way to their versions; nothing while there are none. */
export function OlderRuns() {
  const workflowId = useEditorState(({ saved }) => saved._id);
  const current = useEditorState(({ saved }) => saved.version);
  const query = useRead("v2.workflows.getVersionUsage", workflowId);
  const usage = query.data;
  if (hasFailed(query)) return <LoadFailed what="The runs on old versions" query={query} />;
  if (!usage)
    return (
      <span role="status" aria-label="Loading">
        <Skeleton className="h-3 w-24" />
      </span>
    );
  const earlier = usage.waiting.filter(({ version }) => version !== current);
  const count = earlier.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <Link
      to="/workflows/$workflowId/history"
      params={{ workflowId }}
      className="group/count inline-flex min-h-6 items-center text-warning hover:underline"
    >
      <CompactCount inLink count={count} isMore={usage.hasMore || earlier.some(({ isMore }) => isMore)} />
      <span className="whitespace-pre">{count === 1 ? " run on an old version" : " runs on old versions"}</span>
    </Link>
  );
}
