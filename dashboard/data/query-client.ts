import { hashKey, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isUnreachableError } from "../errors.ts";
import { keyOf } from "./read.ts";

/** Milliseconds for which data is fresh, so that a screen does not repeat the read of its loader. */
const FRESH_MS = 5_000;

const HEALTH = keyOf(undefined, "health.get");

/** The cache of everything that is read from the API. */
export function createQueryClient(): QueryClient {
  /** Checks the health again when a call shows that it has changed, so that the sidebar does not contradict the screen. */
  function checkHealth(error: unknown): void {
    const wasUnreachable = isUnreachableError(queryClient.getQueryState(HEALTH)?.error);
    if (isUnreachableError(error) !== wasUnreachable) void queryClient.invalidateQueries({ queryKey: HEALTH });
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onSettled: (_data, error, query) => {
        if (query.queryHash !== hashKey(HEALTH)) checkHealth(error);
      },
    }),
    mutationCache: new MutationCache({ onSettled: (_data, error) => checkHealth(error) }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // An error is shown at once with "Try again"; a screen that polls tries again by itself.
        retry: false,
        retryOnMount: false,
        // Belfry may run on this machine or network, which answers without the internet.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  return queryClient;
}
