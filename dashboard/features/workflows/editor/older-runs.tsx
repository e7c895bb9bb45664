import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CompactCount } from "../../../components/compact-count.tsx";
import { useEnvironment } from "../../../use-environment.ts";
import { useEditorState } from "./editor-context.tsx";

/** How many runs are still on an earlier version, with the way to their versions; nothing while there are none. */
export function OlderRuns() {
  const { queries } = useEnvironment();
  const workflowId = useEditorState(({ saved }) => saved._id);
  const current = useEditorState(({ saved }) => saved.version);
  const usage = useQuery(queries.workflows.versionUsage(workflowId)).data;
  const earlier = (usage?.waiting ?? []).filter(({ version }) => version !== current);
  const count = earlier.reduce((sum, one) => sum + one.count, 0);
  if (!usage || count === 0) return null;
  return (
    <Link
      to="/workflows/$workflowId/history"
      params={{ workflowId }}
      className="group/count inline-flex min-h-6 items-center gap-1 text-warning hover:underline"
    >
      <CompactCount inLink count={count} isMore={usage.hasMore || earlier.some(({ isMore }) => isMore)} />
      {count === 1 ? "run on an old version" : "runs on old versions"}
    </Link>
  );
}
