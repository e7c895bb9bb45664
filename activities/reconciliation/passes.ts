import { countRuns } from "../count-runs.ts";
import type { Deps } from "../deps.ts";
import { releaseHeld } from "../release-held.ts";
import { deletedEnvironments } from "./deleted-environments.ts";
import { lostDigests } from "./digests.ts";
import { dueRows } from "./due-rows.ts";
import { lostExecutions } from "./lost-executions.ts";
import type { Pass } from "./pass.ts";
import { slowWork } from "./slow-work.ts";

/** Everything that the reconciler looks for. What somebody waits for comes first. */
export const passesOf = (deps: Deps): Pass[] => [
  ...lostExecutions(deps),
  ...lostDigests(deps),
  { name: "runs that a pause held", run: ({ hasTime }) => releaseHeld(deps, hasTime) },
  ...slowWork(deps),
  ...dueRows(deps),
  deletedEnvironments(deps),
  {
    name: "counts for statistics",
    run: async () => {
      await countRuns(deps);
      return {};
    },
  },
];
