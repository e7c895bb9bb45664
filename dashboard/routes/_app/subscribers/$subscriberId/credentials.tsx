import { createFileRoute } from "@tanstack/react-router";
import { ReachabilityTab } from "#dashboard/features/subscribers/reachability/reachability-tab.tsx";

export const Route = createFileRoute("/_app/subscribers/$subscriberId/credentials")({ component: ReachabilityTab });
