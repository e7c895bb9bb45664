import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";

export type LoadedQuery = Pick<UseQueryResult, "data" | "error" | "errorUpdateCount" | "isFetching" | "refetch">;

/** Whether a query has no data because it failed, also while it is tried again. */
export const hasFailed = ({ data, errorUpdateCount }: LoadedQuery): boolean =>
  data === undefined && errorUpdateCount > 0;

/** Returns why a query has no data, also while it is tried again, so that what shows the error stays; null for one that did not fail. */
export function useLoadError(query: LoadedQuery): unknown {
  // A query that is tried again has no error until it fails again.
  const last = useRef<unknown>(null);
  if (query.error !== null) last.current = query.error;
  return hasFailed(query) ? last.current : null;
}
