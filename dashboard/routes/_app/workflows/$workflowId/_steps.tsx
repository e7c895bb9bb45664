import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { classNames } from "../../../../components/class-names.ts";
import { Skeleton } from "../../../../components/skeleton.tsx";
import { pollInterval } from "../../../../features/activity/run-state.ts";
import { untakenReason } from "../../../../features/activity/untaken-reason.ts";
import { Canvas } from "../../../../features/workflows/editor/canvas.tsx";
import { useEditing, useSteps } from "../../../../features/workflows/editor/editor-context.tsx";
import { FAILED_POLL_MS } from "../../../../queries.ts";
import { searchSchema, textParam } from "../../../../search-schemas.ts";
import { useEnvironment } from "../../../../use-environment.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps")({
  validateSearch: searchSchema({ run: textParam, member: textParam }),
  component: StepsTab,
});

// Most editors show no run.
const RunBar = lazy(() =>
  import("../../../../features/activity/run-bar.tsx").then((module) => ({ default: module.RunBar })),
);
const StepOutcome = lazy(() =>
  import("../../../../features/activity/step-outcome.tsx").then((module) => ({ default: module.StepOutcome })),
);

/** Milliseconds between reads while the run is not there yet. */
const STARTING_MS = 500;
/** Runs of an event that can be chosen. */
const SHOWN_RUNS = 20;

/** Milliseconds between reads of an event, and the states in which it does not change any more. */
const EVENT_MS = 2_000;
const ENDED: ReadonlySet<string> = new Set(["completed", "canceled", "stopped"]);

function StepsTab() {
  const { stepId, workflowId = "" } = useParams({ strict: false });
  const { run: transactionId, member } = Route.useSearch();
  const navigate = useNavigate();
  const { queries } = useEnvironment();
  const runs = useQuery({
    ...queries.runs.list({ transactionId, limit: SHOWN_RUNS }),
    enabled: transactionId !== "",
    refetchInterval: ({ state: { data, status } }) =>
      data?.data.length ? pollInterval(data.data) : status === "error" ? FAILED_POLL_MS : STARTING_MS,
  });
  const shown = transactionId === "" ? [] : (runs.data?.data ?? []);
  const run = shown.find(({ _id }) => _id === member) ?? shown[0];
  const event = useQuery({
    ...queries.events.status(transactionId),
    enabled: shown.length > 1,
    refetchInterval: ({ state: { data } }) => (data && ENDED.has(data.state) ? false : EVENT_MS),
  });
  const { editor } = useEditing();
  const key = stepId === undefined ? undefined : editor.keyOf(stepId);
  const steps = useSteps();
  const type = steps.find((step) => step.key === key)?.type;
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
          <Suspense fallback={<Skeleton className="mb-3 h-12 w-full rounded-lg" />}>
            <RunBar
              run={run}
              runs={shown}
              event={event.data}
              query={runs}
              onChoose={(chosen) =>
                void navigate({
                  to: "/workflows/$workflowId",
                  params: { workflowId },
                  search: { run: transactionId, member: chosen },
                  replace: true,
                })
              }
              onClose={() => void navigate({ to: "/workflows/$workflowId", params: { workflowId }, search: {} })}
            />
          </Suspense>
        )}
        <Canvas
          outcomeOf={
            run &&
            ((id) => (
              <Suspense>
                <StepOutcome run={run} stepId={id} />
              </Suspense>
            ))
          }
          untaken={run && ((id, branchId) => untakenReason(run, id, branchId))}
        />
      </div>
      <OpenStep stepId={stepId} isKept={isBeside && steps.length > LONG_STEPS} />
    </div>
  );
}

/** Steps whose cards are more than a window high. */
const LONG_STEPS = 8;

/** The place of the step that is open: in sight, however far down the canvas its card is. It is kept there beside a long canvas. */
function OpenStep({ stepId, isKept }: { stepId: string | undefined; isKept: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is looked for when it is opened
  useEffect(() => {
    const { top = 0 } = place.current?.getBoundingClientRect() ?? {};
    if (top < 0 || top > window.innerHeight) place.current?.scrollIntoView();
  }, [stepId]);
  return (
    <div
      ref={place}
      className={classNames(
        "min-w-0 empty:hidden",
        isKept && "lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-auto lg:rounded-lg",
      )}
    >
      <Outlet />
    </div>
  );
}
