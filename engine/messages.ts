import { defineQuery, defineSignal } from "@temporalio/workflow";

/*
 * What executions are told and asked. Names and shapes are stored in histories: treat them as an API.
 */

/** The caller cancelled the event: stop waiting. Which jobs that concerns has been settled in the database. */
export const cancelSignal = defineSignal("cancel");

/** A cohort reports to the execution that started it: `settled` when it waits or is done, `finished` when it is done. */
export const cohortProgressSignal = defineSignal<[CohortProgress]>("cohortProgress");

export interface CohortProgress {
  cohort: number;
  state: "settled" | "finished";
}

/** Where an event stands. */
export const standingQuery = defineQuery<Standing>("standing");

export interface Standing {
  /** Whether the whole audience has been turned into runs. */
  resolved: boolean;
  recipients: number;
  cohorts: { started: number; finished: number };
  canceled: boolean;
}
