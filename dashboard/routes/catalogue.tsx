import { createFileRoute, lazyRouteComponent, notFound } from "@tanstack/react-router";

/** Every component with its states. Builds for production have neither the page nor its code. */
const isServed = import.meta.env.MODE === "development";

export const Route = createFileRoute("/catalogue")({
  beforeLoad: () => {
    if (!isServed) throw notFound();
  },
  ...(import.meta.env.MODE === "development" && {
    component: lazyRouteComponent(() => import("../features/catalogue/catalogue.tsx"), "Catalogue"),
  }),
});
