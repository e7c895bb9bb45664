import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Belfry } from "#client/client.ts";
import { useDebounced } from "#dashboard/components/use-debounced.ts";
import { searchObjects } from "./search-objects.ts";

const DEBOUNCE_MS = 200;

const searchQuery = (api: Belfry, environmentId: string | undefined, text: string) =>
  queryOptions({
    queryKey: ["environment", environmentId, "search", text],
    queryFn: ({ signal }) => searchObjects(api, text, { environmentId, signal }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });

/** Searches 200 ms after the last change of the text; the answer to an earlier text is given up, and shown until there is another one. */
export function useSearch(api: Belfry, environmentId: string | undefined, text: string) {
  const wanted = text.trim();
  const searched = useDebounced(wanted, DEBOUNCE_MS);
  const { data, error, isFetching } = useQuery(searchQuery(api, environmentId, searched));
  return {
    objects: wanted === "" || searched === "" ? [] : (data ?? []),
    isSearching: wanted !== "" && (isFetching || wanted !== searched),
    error: wanted === "" ? null : error,
  };
}
