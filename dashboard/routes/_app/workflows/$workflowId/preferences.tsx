import { createFileRoute } from "@tanstack/react-router";
import { PreferencesForm } from "#dashboard/features/workflows/preferences/preferences-form.tsx";

export const Route = createFileRoute("/_app/workflows/$workflowId/preferences")({ component: PreferencesForm });
