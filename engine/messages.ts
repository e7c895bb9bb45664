import { defineSignal } from "@temporalio/workflow";

/*
 * What executions are told. Names are stored in histories: treat them as an API.
 */

/** Rows that the execution owns have changed (a cancel, a resume): look at what is due again. */
export const lookAgainSignal = defineSignal("lookAgain");
