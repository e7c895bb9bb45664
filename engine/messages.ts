import { defineSignal } from "@temporalio/workflow";

/*
 * What executions are told. Names are stored in histories: treat them as an API.
 */

/** Rows that the execution owns have changed (a cancel, a resume): look at what is due again. */
export const lookAgainSignal = defineSignal("lookAgain");

/** A part of the upkeep of an installation. */
export type UpkeepTask = "schedules" | "reconciliation";

/** Something of this part may be due sooner than the execution waits for. */
export const upkeepSignal = defineSignal<[UpkeepTask]>("upkeep");
