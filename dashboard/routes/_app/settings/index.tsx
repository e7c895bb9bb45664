import { createFileRoute, redirect } from "@tanstack/react-router";
import { pagesOf } from "#dashboard/features/settings/pages.ts";

/** Opens the first page that the member may see. */
export const Route = createFileRoute("/_app/settings/")({
  beforeLoad: ({ context: { membership } }) => {
    const [first] = pagesOf((permission) => membership.permissions.includes(permission));
    throw redirect({ to: first?.to ?? "/settings/members", replace: true });
  },
});
