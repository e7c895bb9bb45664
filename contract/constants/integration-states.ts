/** The states of an integration, as `domain/lanes/integration-health.ts` decides them. */
export const INTEGRATION_STATES = ["healthy", "degraded", "failing", "away", "idle", "inactive"] as const;
export type IntegrationState = (typeof INTEGRATION_STATES)[number];
