import { createFileRoute } from "@tanstack/react-router";
import { NotFoundPanel } from "#dashboard/components/feedback/not-found-panel.tsx";

/** Addresses that no other route has, inside of the shell. */
export const Route = createFileRoute("/_app/$")({ component: NotFoundPanel });
