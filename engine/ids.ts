/** The execution of an event. Temporal refuses a second one of this id, and operators find it by what the caller knows. */
export const triggerRunId = (environmentId: string, transactionId: string): string =>
  `${environmentId}/${transactionId}`;

export const cohortRunId = (triggerRunId: string, cohort: number): string => `${triggerRunId}/cohort-${cohort}`;

/** Search attributes that `temporal-dev.yaml` registers; a cluster needs them registered too (all of type Keyword). */
export const SEARCH_ATTRIBUTES = {
  environment: "BelfryEnvironment",
  workflow: "BelfryWorkflow",
  transaction: "BelfryTransaction",
  subscriber: "BelfrySubscriber",
  tenant: "BelfryTenant",
} as const;
