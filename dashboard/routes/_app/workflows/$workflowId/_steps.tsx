import { createFileRoute, Outlet, useParams } from "@tanstack/react-router";
import { classNames } from "../../../../components/class-names.ts";
import { Canvas } from "../../../../features/workflows/editor/canvas.tsx";

export const Route = createFileRoute("/_app/workflows/$workflowId/_steps")({ component: StepsTab });

function StepsTab() {
  const { stepId } = useParams({ strict: false });
  const isOpen = stepId !== undefined;
  return (
    <div
      className={classNames(
        "grid grid-cols-1 items-start gap-4",
        isOpen && "lg:grid-cols-[minmax(18rem,26rem)_minmax(0,1fr)]",
      )}
    >
      {/* Beside an open step the canvas is a column; where there is no room, the step stands alone. */}
      <div className={classNames("min-w-0", isOpen ? "hidden lg:block" : "mx-auto w-full max-w-2xl")}>
        <Canvas />
      </div>
      <Outlet />
    </div>
  );
}
