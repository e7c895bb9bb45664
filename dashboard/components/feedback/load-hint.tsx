import type { ReactNode } from "react";
import { LoadFailed } from "./load-failed.tsx";
import { hasFailed, type LoadedQuery } from "./use-load-error.ts";

/** Returns the hint of a field: that the query of its choices loads or failed, or else `hint`. `what` names them: "the groups". */
export function loadHint(what: string, query: LoadedQuery, hint?: string): ReactNode {
  if (hasFailed(query)) return <LoadFailed what={what.replace(/^t/, "T")} query={query} />;
  return query.data === undefined ? `Loading ${what}` : hint;
}
