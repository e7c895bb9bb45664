import { QueryClient } from "@tanstack/react-query";

/** The time, in milliseconds, for which data counts as fresh: a screen does not repeat the read of its loader. */
const FRESH_MS = 5_000;

/** The cache of everything that is read from the API. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
