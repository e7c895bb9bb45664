/* The list that the worker loads. Names are stored in histories: they are never changed, only added to. */
export { cohortRun } from "./cohort-run.ts";
export { housekeepingRun } from "./housekeeping-run.ts";
export { triggerRun } from "./trigger-run.ts";
