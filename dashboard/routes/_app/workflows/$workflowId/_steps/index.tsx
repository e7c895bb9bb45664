import { createFileRoute } from "@tanstack/react-router";

/** No step is open: the canvas is the whole screen. */
export const Route = createFileRoute("/_app/workflows/$workflowId/_steps/")({ component: () => null });
