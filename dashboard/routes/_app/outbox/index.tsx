import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/outbox/")({
  component: () => (
    <p className="hidden rounded-lg border border-dashed border-outline bg-raised p-12 text-center text-muted lg:block">
      Choose a message to read it.
    </p>
  ),
});
