import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SnippetKey } from "#dashboard/components/display/key-snippets.tsx";
import { useOneMutation } from "./forms/use-one-mutation.ts";
import { useEnvironment } from "./use-environment.ts";

/**
 * The key that snippets of the open environment may show, and how one is created. A key is shown once: it is in the cache of this tab
 * alone, which a reload and a sign-out empty.
 */
export function useShownKey(): SnippetKey {
  const { current, may, write } = useEnvironment();
  const queryClient = useQueryClient();
  const queryKey = ["environment", current?._id, "shown-key"];
  const forever = Number.POSITIVE_INFINITY;
  const { data: apiKey } = useQuery<string>({ queryKey, queryFn: skipToken, staleTime: forever, gcTime: forever });
  const { mutate, isPending, error } = useOneMutation({
    // It may trigger events, and manage nothing.
    mutationFn: () => write("apiKeys.create", { name: "Snippets", role: "member" }),
  });
  const onCreate = () => mutate(undefined, ({ key }) => queryClient.setQueryData(queryKey, key));
  return { apiKey, onCreate: may("keys.manage") ? onCreate : undefined, isPending, error };
}
