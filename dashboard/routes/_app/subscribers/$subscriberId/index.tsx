import { createFileRoute } from "@tanstack/react-router";
import { ProfileTab } from "#dashboard/features/subscribers/profile/profile-tab.tsx";

export const Route = createFileRoute("/_app/subscribers/$subscriberId/")({ component: ProfileTab });
