import { createFileRoute } from "@tanstack/react-router";
import { NotFoundPanel } from "../../components/not-found-panel.tsx";

/** Addresses that no other route has, inside of the shell. */
export const Route = createFileRoute("/_app/$")({ component: NotFoundPanel });
