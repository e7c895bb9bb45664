import type { StepType } from "#contract/constants/channels.ts";

/** The event that an execution carries: everything else about it is in the database, out of Temporal's histories. */
export interface EventRef {
  organizationId: string;
  environmentId: string;
  eventId: string;
  transactionId: string;
}

/** A step as far as the engine has to know it: content and conditions stay with the pinned version in the database. */
export interface StepPlan {
  id: string;
  type: Extract<StepType, "in_app" | "email" | "sms" | "delay">;
}

/** Runs, by id, that stand at the same step. */
export type Cohort = readonly string[];
