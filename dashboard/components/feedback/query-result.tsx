import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isNotFoundError } from "#dashboard/errors.ts";
import { ErrorPanel } from "./error-panel.tsx";
import { useLoadError } from "./use-load-error.ts";

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
 * that tries again, which keeps the focus meanwhile. Every screen renders its queries by this component, or by `LoadFailed` where they
 * are no region of their own.
 */
export function QueryResult<T>({ query, skeleton, missing, headingLevel = 2, children }: QueryResultProps<T>) {
  const error = useLoadError(query);
  if (query.data !== undefined) return children(query.data);
  if (error === null) return skeleton;
  if (missing && isNotFoundError(error)) return missing;
  return (
    <ErrorPanel
      error={error}
      headingLevel={headingLevel}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
