import { errorText } from "#dashboard/errors.ts";
import { Button } from "../controls/button.tsx";
import { type LoadedQuery, useLoadError } from "./use-load-error.ts";

interface LoadFailedProps {
  /** Name of the missing part, as the beginning of a sentence: "The groups". */
  what: string;
  query: LoadedQuery;
}

/** Says in a line what a region of the screen lacks, and why, with a button that tries again; nothing for a query that did not fail. */
export function LoadFailed({ what, query }: LoadFailedProps) {
  const error = useLoadError(query);
  if (error === null) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <span role="alert" className="min-w-0 text-danger wrap-anywhere">
        {`${what} could not be loaded. ${errorText(error)}`}
      </span>
      <Button small pending={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </span>
  );
}
