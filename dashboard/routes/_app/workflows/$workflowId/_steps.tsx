import { createFileRoute, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { isChannel } from "#contract/constants/channels.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { Skeleton } from "#dashboard/components/feedback/skeleton.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import type { ShownRun } from "#dashboard/features/activity/run-on-canvas.tsx";
import { Canvas } from "#dashboard/features/workflows/editor/canvas/canvas.tsx";
import { useEditing, useSteps } from "#dashboard/features/workflows/editor/editor-context.tsx";
import { searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps")({
  validateSearch: searchSchema({ run: textParam, member: textParam }),
  component: StepsTab,
});

// Most editors show no run.
const RunOnCanvas = lazyNamed(() => import("#dashboard/features/activity/run-on-canvas.tsx"), "RunOnCanvas");

// Most workflows are short.
const CanvasOutline = lazy(() => import("#dashboard/features/workflows/editor/outline/canvas-outline.tsx"));
/** Steps up to which the canvas is seen through without an outline. */
const SHORT_STEPS = 20;

function StepsTab() {
  const { stepId, workflowId = "" } = useParams({ strict: false });
  const { run: transactionId, member } = Route.useSearch();
  const navigate = useNavigate();
  const [shown, setShown] = useState<ShownRun>();
  const { editor } = useEditing();
  const key = stepId === undefined ? undefined : editor.keyOf(stepId);
  const steps = useSteps();
  const type = steps.find((step) => step.key === key)?.type;
  const isOpen = stepId !== undefined;
  // The data and the preview of a message take the place of the canvas.
  const isBeside = isOpen && !(type !== undefined && isChannel(type));
  const isOutlined = steps.length > SHORT_STEPS && (!isOpen || isBeside);
  return (
    <div
      className={classNames(
        "grid grid-cols-1 items-start gap-4",
        isBeside && "lg:grid-cols-[minmax(16rem,2fr)_minmax(0,3fr)] xl:grid-cols-[minmax(18rem,26rem)_minmax(0,1fr)]",
      )}
    >
      {/* Beside an open step the canvas is a column; where there is no room, the step stands alone. */}
      <div
        className={classNames(
          "min-w-0 flex-col gap-3",
          isOpen ? "hidden" : "flex",
          isBeside && "lg:flex",
          isOutlined && !isOpen && "lg:flex-row lg:justify-center lg:gap-6",
        )}
      >
        {isOutlined && (
          <Suspense fallback={<div className={isOpen ? "h-6" : "h-6 lg:w-60 lg:shrink-0"} />}>
            <CanvasOutline isStepOpen={isOpen} />
          </Suspense>
        )}
        <div className={classNames("min-w-0", !isOpen && "mx-auto w-full max-w-2xl", isOutlined && "lg:mx-0")}>
          {transactionId !== "" && (
            <Suspense fallback={<Skeleton className="mb-3 h-12 w-full rounded-lg" />}>
              <RunOnCanvas
                transactionId={transactionId}
                member={member}
                onChoose={(chosen) =>
                  void navigate({
                    to: "/workflows/$workflowId",
                    params: { workflowId },
                    search: { run: transactionId, member: chosen },
                    replace: true,
                  })
                }
                onClose={() => void navigate({ to: "/workflows/$workflowId", params: { workflowId }, search: {} })}
                onShown={setShown}
              />
            </Suspense>
          )}
          <Canvas {...shown} />
        </div>
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
