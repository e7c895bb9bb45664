import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isNotFoundError } from "../http.ts";
import { ErrorPanel } from "./error-panel.tsx";

interface QueryResultProps<T> {
  query: UseQueryResult<T>;
  /** Shown while nothing has been read yet. */
  skeleton: ReactNode;
  /** Shown for a 404, where the screen has something better to offer than the error. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Shows a query: its data, also while it is read again or that failed; until there is any, the skeleton, or the error
 * with another try. Every screen shows its reads by this component.
 */
export function QueryResult<T>({ query, skeleton, missing, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isFetching || query.isPending) return skeleton;
  if (missing && isNotFoundError(query.error)) return missing;
  return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
}
