import { countNextSpan } from "#db/queries/activity/analytics/count-span.ts";
import { findEnvironmentsToCount } from "#db/queries/activity/analytics/next-span.ts";
import { bounds } from "#engine/policies.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";
import { inTurns } from "./count-runs.ts";

/** Counts what analytics have not counted yet, and again what may have changed. */
export const countAnalytics = async (deps: Pick<SliceDeps, "db">): Promise<void> =>
  inTurns(deps, await findEnvironmentsToCount(deps.db, bounds.counts.environments), countNextSpan);
