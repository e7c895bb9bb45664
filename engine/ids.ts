/** The parts of an execution's id. */
export interface ExecutionName {
  /** The workflow's trigger identifier. */
  workflow: string;
  /** As `environmentLabel` of domain/environment-label.ts makes it. */
  environment: string;
  transactionId: string;
}

/**
 * Id of the execution that carries an event: the customer's names first, so that a list of executions reads by itself.
 * Postgres decides what is a duplicate.
 */
export const executionId = ({ workflow, environment, transactionId }: ExecutionName): string =>
  `${workflow}/${environment}/${transactionId}`;

/** The environment that an execution's id names. */
export const environmentOf = (executionId: string): string | undefined => executionId.split("/")[1];

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
/** Id of the schedule by which the reconciler passes. */
export const reconciliationSchedule = (taskQueue: string): string => `reconciliation/${taskQueue}`;

/** Names of the workflow functions, which are types of executions that do not carry an event. */
const FUNCTION_NAMES: readonly string[] = [
  "triggerRun",
  "cohortRun",
  "housekeepingRun",
  "reconciliationRun",
  "resumptionRun",
  "importRun",
  "erasureRun",
  "inboundMailRun",
  "snoozeRun",
  "receiptRun",
  "schedulesRun",
  "webhookRun",
  "laneRun",
  "default",
];

/**
 * The type of an execution that carries an event: the identifier of the customer's workflow, which operators filter by. The
 * worker runs every type that it does not know as a trigger.
 */
export const executionType = (workflow: string): string =>
  FUNCTION_NAMES.includes(workflow) || workflow in Object.prototype ? "triggerRun" : workflow;

/** Search attributes that `temporal-dev.yaml` registers; a cluster needs them registered too (all of type Keyword). */
export const SEARCH_ATTRIBUTES = {
  environment: "BelfryEnvironment",
  subscriber: "BelfrySubscriber",
  tenant: "BelfryTenant",
} as const;
