import { noteIntegrationHealth } from "#db/queries/activity/alerts/integration-health.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import { countAnalytics } from "./count-analytics.ts";
import { countRuns } from "./count-runs.ts";
import { deletedEnvironments } from "./deleted-environments.ts";
import { lostDigests } from "./digests.ts";
import { dueRows } from "./due-rows.ts";
import { lostExecutions, type StopOwned } from "./lost-executions.ts";
import type { Pass } from "./pass.ts";
import { releaseHeld } from "./release-held.ts";
import { slowWork } from "./slow-work.ts";

/** Everything that the reconciler looks for. What somebody waits for comes first. */
export const passesOf = (
  deps: SliceDeps,
  { stop, fire }: { stop: StopOwned; fire: () => Promise<unknown> },
): Pass[] => [
  ...lostExecutions(deps, stop),
  ...lostDigests(deps),
  { name: "runs that a pause held", run: ({ hasTime }) => releaseHeld(deps, hasTime) },
  ...slowWork(deps),
  ...dueRows(deps, fire),
  deletedEnvironments(deps),
  {
    name: "integrations that fail",
    run: async () => {
      await noteIntegrationHealth(deps.db);
      return {};
    },
  },
  {
    name: "counts for statistics",
    run: async () => {
      await countRuns(deps);
      return {};
    },
  },
  {
    name: "counts for analytics",
    run: async () => {
      await countAnalytics(deps);
      return {};
    },
  },
];
