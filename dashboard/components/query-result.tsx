import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isNotFoundError } from "../errors.ts";
import { ErrorPanel } from "./error-panel.tsx";

interface QueryResultProps<T> {
  query: UseQueryResult<T>;
  /** Shown while nothing has been read yet. */
  skeleton: ReactNode;
  /** Shown for a 404 in place of the error. */
  missing?: ReactNode;
  /** 1 where the result is the whole screen. */
  headingLevel?: 1 | 2;
  children: (data: T) => ReactNode;
}

/**
 * Shows a query: its data, also during and after a refetch that fails; without data, the skeleton, or the error with a button
 * that tries again. Every screen renders its queries by this component.
 */
export function QueryResult<T>({ query, skeleton, missing, headingLevel = 2, children }: QueryResultProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isFetching || query.isPending) return skeleton;
  if (missing && isNotFoundError(query.error)) return missing;
  return <ErrorPanel error={query.error} headingLevel={headingLevel} onRetry={() => void query.refetch()} />;
}
