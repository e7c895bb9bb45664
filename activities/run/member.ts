import type { Channel } from "#contract/constants/channels.ts";
import type { JobStatus, StopReason, SubscriberSource } from "#contract/constants/statuses.ts";
import type { DigestEvents } from "#db/queries/digests/digest-events.ts";
import type { DueRun, JobError, SliceRow } from "#db/queries/runs/read-slice.ts";
import type { DeliveryWrite, DetailWrite, JobWrite, MessageWrite } from "#db/queries/runs/slice-write.ts";
import type { PreviousMessage } from "#domain/conditions/filter-parts.ts";
import type { StepOutput } from "#domain/steps/step-output.ts";
import type { StoredChannel } from "#domain/subscriber-channels.ts";
import type { StepVariables } from "#domain/templates/context.ts";
import type { HoursOwner } from "#domain/times/subscriber-hours.ts";
import type { SubscriberView } from "./template-views.ts";

/** One run of a slice: where it stands, and what is to be stored of it. */
export interface Member {
  runId: string;
  /** Belfry's id. */
  subscriberId: string;
  /** Null for a subscriber that was deleted meanwhile. */
  subscriber: SubscriberView | null;
  /** The subscriber's hours and time zone. */
  hoursOwner: HoursOwner;
  /** The subscriber's credentials with providers; read only where a step sends to them. */
  entries: readonly StoredChannel[];
  layers: SliceRow["layers"];
  pauseId: string | null;
  /** The pause by which the slice leaves the run where it stands. */
  heldBy: string | null;
  source: SubscriberSource;
  /** The integration that a resumption chose for messages on its channel. */
  integrationId: string | null;
  revision: number | null;
  /** Index of the step at which the run stands. */
  position: number;
  /** The position at which it was read. */
  readPosition: number;
  dueAt: Date | null;
  /**
   * The channel for which the subscriber's hours are closed until then, or `start` when it is not yet time for the event in
   * the subscriber's zone; null when the run waits for anything else.
   */
  waitsForHours: Channel | "start" | null;
  stopReason: StopReason | null;
  /** The run whose digest took this one in. */
  digestedRunId: string | null;
  /** The events that the latest digest collected; null before one, and after one that let the run go on alone. */
  digest: StepVariables | null;
  /** The step that collected them; null where there are none. */
  digestStepId: string | null;
  /** When the youngest of these events was triggered, and until when one of them is of use. */
  digestTimes: Pick<DigestEvents, "triggeredAt" | "validUntil" | "sources"> | null;
  /** Results of earlier steps, by the step's id. */
  results: Map<string, StepOutput>;
  /** Stored jobs by position; empty for a new run. */
  jobs: ReadonlyMap<number, { status: JobStatus; dueAt: Date | null; error: JobError | null }>;
  deliveries: DueRun["deliveries"];
  /** Derived ids of jobs, by step, as far as they were needed. */
  jobIds: Map<string, string>;
  /** Messages of earlier steps by the step's uuid: of this slice, and stored ones that a condition asked for. */
  previousMessages: Map<string, PreviousMessage>;
  write: { jobs: Map<number, JobWrite>; messages: MessageWrite[]; deliveries: DeliveryWrite[]; details: DetailWrite[] };
}
