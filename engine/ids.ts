/** Bytes of UTF-8 that an id may have: servers on Postgres or MySQL store 255 characters, and `limit.maxIDLength` counts bytes. */
export const SERVER_ID_BYTES = 255;

export const cohortExecutionId = (executionId: string, cohort: number): string => `${executionId}/cohort-${cohort}`;

export const resumptionExecutionId = (resumptionId: string): string => `resumption/${resumptionId}`;
export const importExecutionId = (importId: string): string => `import/${importId}`;
export const erasureExecutionId = (erasureId: string): string => `erasure/${erasureId}`;
/** Id of the execution that passes replies on; there is one for each task queue. */
export const inboundMailExecutionId = (taskQueue: string): string => `inbound-mail/${taskQueue}`;
/** Id of the execution that brings snoozed notifications back; there is one for each task queue. */
export const snoozeExecutionId = (taskQueue: string): string => `snooze/${taskQueue}`;
/** Id of the execution that asks vendors what became of messages; there is one for each task queue. */
export const receiptExecutionId = (taskQueue: string): string => `receipts/${taskQueue}`;
/** Id of the execution that sends events to the webhook endpoints of an environment. */
export const webhookExecutionId = (environmentId: string): string => `webhooks/${environmentId}`;
/** Id of the execution that sends the deliveries of an integration. */
export const laneExecutionId = (integrationId: string): string => `lane/${integrationId}`;
/** Id of the execution that fires schedules and looks for lost work; there is one for each task queue. */
export const upkeepExecutionId = (taskQueue: string): string => `upkeep/${taskQueue}`;

/** Search attributes that `temporal-dev.yaml` registers; a cluster needs them registered too (all of type Keyword). */
export const SEARCH_ATTRIBUTES = {
  environment: "BelfryEnvironment",
  subscriber: "BelfrySubscriber",
  tenant: "BelfryTenant",
} as const;
