import type { Channel, StepType } from "#contract/constants/channels.ts";
import type { Completion } from "#contract/constants/statuses.ts";
import type { DeliveryWrite, MessageWrite } from "#db/queries/runs/slice-write.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { StepOutput } from "#domain/steps/step-output.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";
import type { StepDetail } from "./step-conditions.ts";

/** One send that a step decided on. */
export type StepDelivery = Pick<
  DeliveryWrite,
  "channel" | "integrationId" | "providerId" | "request" | "failover" | "messageId"
>;

export type StepOutcome =
  /** The job has ended, and the run goes on to the next step, or stops when the step failed and says so. */
  | {
      kind: "ended";
      status: "completed" | "failed" | "canceled" | "skipped";
      /** Whether the step's own work began, as opposed to being filtered before. */
      started: boolean;
      details: StepDetail[];
      error?: string | undefined;
      providerId?: string | undefined;
      messages?: MessageWrite[];
      output?: StepOutput;
    }
  /**
   * The run waits: until `dueAt`, for which the execution wakes at `wakeAt`, a little later. `forHours` is the channel for
   * which the subscriber's hours are closed until then.
   */
  | { kind: "waiting"; dueAt: Date; wakeAt: Date; forHours?: Channel; details: StepDetail[]; output?: StepOutput }
  /** Another run goes on with this one's event as well: this run ends here, and its later jobs are merged, too. */
  | { kind: "merged"; into: string; details: StepDetail[] }
  /** The step has not begun: its conditions are evaluated at `wakeAt`. `failure` is why, and how often it has happened. */
  | { kind: "held"; wakeAt: Date; failure?: { message: string; attempts: number }; details: StepDetail[] }
  | {
      kind: "sending";
      providerId: string;
      messages: MessageWrite[];
      deliveries: StepDelivery[];
      completion: Completion;
      details: StepDetail[];
    }
  | { kind: "open" }
  /** Enough runs have passed: this one ends here, and its later steps are skipped. */
  | { kind: "throttled"; details: StepDetail[] }
  | { kind: "stopped"; error: string; details: StepDetail[] };

/** One step for some members of a slice that stand at it. */
export interface StepBatch {
  slice: Slice;
  step: StepRow;
  position: number;
  members: readonly Member[];
}

/** How a type of step is executed. Outcomes come one per member, in their order. */
export interface StepModule {
  readonly types: readonly StepType[];
  /** The step's turn has come. */
  start(batch: StepBatch): Promise<StepOutcome[]>;
  /** A run that waited or was sending at this step is due again. */
  resume(batch: StepBatch): Promise<StepOutcome[]>;
}
