import { v5 } from "uuid";

/*
 * Ids of rows that the engine writes. They follow from what the row stands for, so that work done twice after a crash
 * meets its own first row instead of making a second one.
 */

export const runIdOf = (eventId: string, subscriberId: string): string => v5(subscriberId, eventId);

export const jobIdOf = (runId: string, stepId: string): string => v5(stepId, runId);

export const messageIdOf = (jobId: string): string => v5("message", jobId);

/** Details that stand in the row of their job and are put into words only when read. */
export const detailIdOf = (jobId: string, detail: string): string => v5(detail, jobId);
