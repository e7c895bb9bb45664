import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Permission } from "#contract/constants/permission-names.ts";
import type { TextSearch } from "#dashboard/components/code/text-search.ts";
import type { PickerSearch } from "#dashboard/components/controls/picker-results.tsx";
import { isProduction } from "./app/membership.ts";
import { useSession } from "./app/session.ts";
import type { ReadName } from "./data/declarations.ts";
import { createRead } from "./data/read.ts";
import { createWrite, outdate } from "./data/write.ts";
import type { objectSearches } from "./object-searches.ts";

const root = getRouteApi("__root__");
const app = getRouteApi("/_app");

/** The open environment with its reads and writes, and the environments that the member can switch to. */
export function useEnvironment() {
  const api = root.useRouteContext({ select: (context) => context.api });
  const environments = app.useRouteContext({ select: (context) => context.membership.environments });
  const defaultLocale = app.useRouteContext({
    select: ({ membership }) => membership.organization.defaultLocale ?? "en",
  });
  const permissions = app.useRouteContext({ select: (context) => context.membership.permissions });
  const environmentId = useSession((session) => session.environmentId);
  const queryClient = useQueryClient();
  const current = environments.find((environment) => environment._id === environmentId);
  return useMemo(() => {
    const read = createRead({ api, environmentId });
    return {
      environments,
      current,
      /** Production gets what is in it by publishing. */
      readOnly: current !== undefined && isProduction(current),
      /** Whether the member's role has the permission. A control that needs another one is not shown. */
      may: (permission: Permission) => permissions.includes(permission),
      /** Returns the name of an environment that the organisation still has. */
      nameOf: (id: string) => environments.find(({ _id }) => _id === id)?.name,
      switchTo: (id: string) => useSession.getState().switchTo(id),
      read,
      readIn: (id: string) => createRead({ api, environmentId: id }),
      write: createWrite({ api, environmentId }, queryClient),
      /** Has reads of the environment, of the organisation or of resources of these repeated. */
      outdate: (names: readonly string[], keeps?: readonly ReadName[]) =>
        outdate(queryClient, environmentId, names, keeps),
      // No screen searches before somebody types.
      searches: searchesOf((name) => async (query) => {
        const { objectSearches } = await import("./object-searches.ts");
        return objectSearches(api, environmentId)[name](query);
      }),
      findTexts: (async (typed) => {
        const { textSearch } = await import("./text-search.ts");
        return textSearch(queryClient, read, defaultLocale)(typed);
      }) satisfies TextSearch,
    };
  }, [api, environments, permissions, current, environmentId, queryClient, defaultLocale]);
}

type Searches = ReturnType<typeof objectSearches>;

const searchesOf = (search: (name: keyof Searches) => PickerSearch): Searches => ({
  subscribers: search("subscribers"),
  tenants: search("tenants"),
  contexts: search("contexts"),
  topics: search("topics"),
  workflows: search("workflows"),
  workflowIds: search("workflowIds"),
  layouts: search("layouts"),
});
