import { useRouter } from "@tanstack/react-router";
import { useSession } from "./session.ts";
import { useMembership } from "./use-api.ts";

/** What a page for a missing object needs besides knowing how to look for it. */
export function useEnvironments() {
  const router = useRouter();
  const { environments } = useMembership();
  const environmentId = useSession((session) => session.environmentId);
  return {
    environments,
    environmentId,
    onSwitch: (id: string) => {
      useSession.getState().switchTo(id);
      router.clearCache();
      void router.invalidate({ forcePending: true });
    },
  };
}
