import { createFileRoute, redirect } from "@tanstack/react-router";

/** Opens the keys, or the members for those who may not see them. */
export const Route = createFileRoute("/_app/settings/")({
  beforeLoad: ({ context: { membership } }) => {
    const mayReadKeys = membership.permissions.includes("keys.read");
    throw redirect({ to: mayReadKeys ? "/settings/api-keys" : "/settings/members", replace: true });
  },
});
