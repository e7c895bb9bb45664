/*
 * How the engine treats its work, in one table: what runs beside the workflow and what goes through the task queue, how
 * long it may take, and how it is tried again. Durations are in milliseconds.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Subscribers that walk the steps together. Larger makes broadcasts cheaper and one failed batch dearer. */
export const COHORT_SIZE = 1000;

/** Cohorts of one event that work at the same time; those that wait in a delay or digest do not count. */
export const ACTIVE_COHORTS = 4;

/** Short work on the database: retried fast, and for as long as the database is away. */
export const record = {
  startToCloseTimeout: 30 * SECOND,
  localRetryThreshold: 20 * SECOND,
  retry: { initialInterval: 200, backoffCoefficient: 2, maximumInterval: 10 * SECOND },
} as const;

/** Sending to a provider for a whole cohort; a worker that dies is noticed by its missing heartbeat. */
export const delivery = {
  startToCloseTimeout: 15 * MINUTE,
  heartbeatTimeout: 20 * SECOND,
  retry: { initialInterval: SECOND, backoffCoefficient: 2, maximumInterval: MINUTE },
} as const;

/** One subscriber's send that met a retryable error: engine.md 7.10. Retry-After wins when it is longer. */
export const resend = { firstWait: 10 * SECOND, factor: 3, longestWait: HOUR, attempts: 8 } as const;

/** Priority of an execution, 1 is first: a critical workflow overtakes single triggers, these overtake broadcasts. */
export const priorityKeys = { critical: 1, direct: 3, broadcast: 5 } as const;

/** Dropping partitions and deleting expired events: slow at worst, and it may as well run tomorrow. */
export const housekeeping = {
  startToCloseTimeout: 10 * MINUTE,
  retry: { initialInterval: MINUTE, backoffCoefficient: 2, maximumAttempts: 5 },
} as const;
