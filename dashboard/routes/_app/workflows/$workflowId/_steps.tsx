import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { isChannel } from "#contract/constants/channels.ts";
import { classNames } from "../../../../components/class-names.ts";
import { RunBar, StepOutcome } from "../../../../features/activity/run-bar.tsx";
import { pollInterval } from "../../../../features/activity/run-state.ts";
import { Canvas } from "../../../../features/workflows/editor/canvas.tsx";
import { useEditing, useSteps } from "../../../../features/workflows/editor/editor-context.tsx";
import { FAILED_POLL_MS } from "../../../../queries.ts";
import { searchSchema, textParam } from "../../../../search-schemas.ts";
import { useEnvironment } from "../../../../use-environment.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps")({
  validateSearch: searchSchema({ run: textParam }),
  component: StepsTab,
});

/** Milliseconds between reads while the run is not there yet. */
const STARTING_MS = 500;

function StepsTab() {
  const { stepId, workflowId = "" } = useParams({ strict: false });
  const { run: transactionId } = Route.useSearch();
  const navigate = useNavigate();
  const { queries } = useEnvironment();
  const runs = useQuery({
    ...queries.runs.list({ transactionId, limit: 1 }),
    enabled: transactionId !== "",
    refetchInterval: ({ state: { data, status } }) =>
      data?.data.length ? pollInterval(data.data) : status === "error" ? FAILED_POLL_MS : STARTING_MS,
  });
  const run = transactionId === "" ? undefined : runs.data?.data[0];
  const { editor } = useEditing();
  const key = stepId === undefined ? undefined : editor.keyOf(stepId);
  const type = useSteps().find((step) => step.key === key)?.type;
  const isOpen = stepId !== undefined;
  // The data and the preview of a message take the place of the canvas.
  const isBeside = isOpen && !(type !== undefined && isChannel(type));
  return (
    <div
      className={classNames(
        "grid grid-cols-1 items-start gap-4",
        isBeside && "lg:grid-cols-[minmax(18rem,26rem)_minmax(0,1fr)]",
      )}
    >
      {/* Beside an open step the canvas is a column; where there is no room, the step stands alone. */}
      <div
        className={classNames(
          "min-w-0",
          !isOpen && "mx-auto w-full max-w-2xl",
          isOpen && "hidden",
          isBeside && "lg:block",
        )}
      >
        {transactionId !== "" && (
          <RunBar
            run={run}
            query={runs}
            onClose={() => void navigate({ to: "/workflows/$workflowId", params: { workflowId }, search: {} })}
          />
        )}
        <Canvas outcomeOf={run && ((id) => <StepOutcome run={run} stepId={id} />)} />
      </div>
      <Outlet />
    </div>
  );
}
