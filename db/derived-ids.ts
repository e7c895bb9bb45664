import { v5 } from "uuid";

/*
 * Ids of rows that the engine writes. They follow from what the row stands for, so that a repeated insert finds its own
 * row instead of making a second one.
 */

export const cohortIdOf = (eventId: string, number: number): string => v5(`cohort-${number}`, eventId);

export const runIdOf = (eventId: string, subscriberId: string): string => v5(subscriberId, eventId);

export const jobIdOf = (runId: string, stepId: string): string => v5(stepId, runId);

/** A job has one message for each of its destinations, numbered from 0. */
export const messageIdOf = (jobId: string, destination = 0): string =>
  v5(destination === 0 ? "message" : `message-${destination}`, jobId);

export const deliveryIdOf = (jobId: string, destination = 0): string => v5(`delivery-${destination}`, jobId);

/** Details that stand in the row of their job and are put into words only when read. */
export const detailIdOf = (jobId: string, detail: string): string => v5(detail, jobId);
