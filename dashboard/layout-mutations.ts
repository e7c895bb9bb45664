import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { Belfry } from "#client/client.ts";
import type { CreateLayoutV2, ReplaceLayout } from "#contract/v2/layouts.ts";
import { queryKeys } from "./queries.ts";

/** Every change to layouts. */
export function layoutMutations(api: Belfry, queryClient: QueryClient, environmentId: string | undefined) {
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.layouts(environmentId) });
  return {
    createLayout: () =>
      mutationOptions({
        mutationFn: (layout: CreateLayoutV2) => api.v2.layouts.create(layout, { environmentId }),
        onSuccess: () => void refresh(),
      }),
    /** Its editor shows the answer, and refreshes the rest. */
    replaceLayout: () =>
      mutationOptions({
        mutationFn: ({ layoutId, layout }: { layoutId: string; layout: ReplaceLayout }) =>
          api.v2.layouts.update(layoutId, layout, { environmentId }),
      }),
    duplicateLayout: () =>
      mutationOptions({
        mutationFn: ({ layoutId, name }: { layoutId: string; name: string }) =>
          api.v2.layouts.duplicate(layoutId, { name }, { environmentId }),
        onSuccess: () => void refresh(),
      }),
    setDefaultLayout: () =>
      mutationOptions({
        mutationFn: (layoutId: string) => api.layouts.setDefault(layoutId, { environmentId }),
        onSuccess: refresh,
      }),
    removeLayout: () =>
      mutationOptions({
        mutationFn: (layoutId: string) => api.v2.layouts.delete(layoutId, { environmentId }),
        // What is read of the layout itself is gone.
        onSuccess: () => {
          const isOfList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[3] !== "one";
          return queryClient.invalidateQueries({ queryKey: queryKeys.layouts(environmentId), predicate: isOfList });
        },
      }),
  };
}
