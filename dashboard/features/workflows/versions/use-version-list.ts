import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEnvironment } from "#dashboard/use-environment.ts";

const root = getRouteApi("__root__");

/** Reads the versions of a workflow, newest first. */
export function useVersionList(workflowId: string) {
  const { api } = root.useRouteContext();
  const { read, current } = useEnvironment();
  return useInfiniteQuery({
    queryKey: read("v2.workflows.listVersions", workflowId, {}).queryKey,
    queryFn: ({ signal, pageParam: cursor }) =>
      api.v2.workflows.listVersions(workflowId, { ...(cursor && { cursor }) }, { signal, environmentId: current?._id }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}
