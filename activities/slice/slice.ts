import type { BridgeDefinition } from "#contract/bridge.ts";
import type { Channel } from "#contract/constants/channels.ts";
import type { JobStatus, StopReason, SubscriberSource } from "#contract/constants/statuses.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { DueRun, JobError, SliceRow } from "#db/queries/runs/read-slice.ts";
import type { DeliveryWrite, DetailWrite, JobWrite, MessageWrite } from "#db/queries/runs/store-slice.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { PreviousMessage } from "#domain/filter-parts.ts";
import type { StoredChannel } from "#domain/subscriber-channels.ts";
import type { StepVariables } from "#domain/templates/context.ts";
import type { Deps } from "../deps.ts";
import type { BridgeResult } from "../dispatch/bridge-calls.ts";
import type { ChosenIntegration } from "./choose-integration.ts";
import type { SliceGate } from "./slice-gate.ts";
import type { SharedView, SubscriberView } from "./template-views.ts";
import type { WebhookAnswers } from "./webhook-answers.ts";

/** One event being moved on by one activity. */
export interface Run {
  deps: Deps;
  event: EventRow;
  /** The active steps of the version that the event is pinned to. */
  steps: readonly StepRow[];
  /** Of a workflow whose steps are executed at a bridge. */
  definition: BridgeDefinition | null;
  gate: SliceGate;
}

/** Some members of a cohort that are processed together, and what they share. */
export interface Slice extends Pick<Run, "deps" | "event" | "steps" | "definition"> {
  context: SharedView;
  /** The moment at which the slice was read: one for all decisions. */
  now: Date;
  members: readonly Member[];
  /** Chosen once for the slice, by channel. */
  integrations: Map<Channel, Promise<ChosenIntegration | { none: unknown }>>;
  /** Asked before the slice is decided, for each member at the step at which it stands: `askedKey`. */
  webhooks: Map<string, WebhookAnswers>;
  /** Results of executing steps at their bridge, likewise. */
  bridged: Map<string, BridgeResult>;
}

/** One run of a slice: where it stands, and what is to be stored of it. */
export interface Member {
  runId: string;
  /** Belfry's id. */
  subscriberId: string;
  /** Null for a subscriber that was deleted meanwhile. */
  subscriber: SubscriberView | null;
  /** The subscriber's credentials with providers; read only where a step sends to them. */
  entries: readonly StoredChannel[];
  layers: SliceRow["layers"];
  source: SubscriberSource;
  /** Null for a run that is new. */
  revision: number | null;
  /** Index of the step at which the run stands. */
  position: number;
  /** The position at which it was read. */
  readPosition: number;
  dueAt: Date | null;
  stopReason: StopReason | null;
  /** The run whose digest took this one in. */
  digestedRunId: string | null;
  /** The events that the latest digest collected; null before one, and after one that let the run go on alone. */
  digest: StepVariables | null;
  /** Stored jobs by position; empty for a new run. */
  jobs: ReadonlyMap<number, { status: JobStatus; dueAt: Date | null; error: JobError | null }>;
  deliveries: DueRun["deliveries"];
  /** Derived ids of jobs, by step, as far as they were needed. */
  jobIds: Map<string, string>;
  /** Messages of earlier steps by the step's uuid: of this slice, and stored ones that a condition asked for. */
  previousMessages: Map<string, PreviousMessage>;
  write: { jobs: Map<number, JobWrite>; messages: MessageWrite[]; deliveries: DeliveryWrite[]; details: DetailWrite[] };
}
