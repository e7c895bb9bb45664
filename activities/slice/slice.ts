import type { BridgeDefinition } from "#contract/bridge.ts";
import type { Channel } from "#contract/constants/channels.ts";
import type { JobStatus, StopReason, SubscriberSource } from "#contract/constants/statuses.ts";
import type { DigestEvents } from "#db/queries/digests/digest-events.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";
import type { StoredRequest } from "#db/queries/http-requests/http-requests.ts";
import type { DueRun, JobError, SliceRow } from "#db/queries/runs/read-slice.ts";
import type { DeliveryWrite, DetailWrite, JobWrite, MessageWrite } from "#db/queries/runs/slice-write.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { PreviousMessage } from "#domain/filter-parts.ts";
import type { StepOutput } from "#domain/step-output.ts";
import type { StoredChannel } from "#domain/subscriber-channels.ts";
import type { HoursOwner } from "#domain/subscriber-hours.ts";
import type { StepVariables } from "#domain/templates/context.ts";
import type { Deps } from "../deps.ts";
import type { BridgeResult } from "../dispatch/bridge-calls.ts";
import type { ChosenIntegration } from "./choose-integration.ts";
import type { DecisionStore } from "./decision-store.ts";
import type { DecisionTrace } from "./decision-trace.ts";
import type { Later } from "./later.ts";
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

/** Some members of a cohort that are decided together, and what they share. Deciding writes nothing but by `store`. */
export interface Slice extends Pick<Run, "event" | "steps" | "definition"> {
  deps: Pick<Deps, "logger" | "renderer" | "clock" | "config">;
  store: DecisionStore;
  /** Notes how it is decided, where somebody wants to know. */
  trace?: DecisionTrace;
  context: SharedView;
  /** The moment at which the slice was read: one for all decisions. */
  now: Date;
  members: readonly Member[];
  /** Chosen once for the slice: `choiceKey`. */
  integrations: Map<string, Promise<ChosenIntegration | { none: unknown }>>;
  /** Asked before the slice is decided, for each member at the step at which it stands: `askedKey`. */
  webhooks: Map<string, WebhookAnswers>;
  /** Results of executing steps at their bridge, likewise. */
  bridged: Map<string, BridgedResult>;
  /** The requests of HTTP steps, likewise: what is stored, when to ask for a slot again, or why it cannot be sent. */
  requests: Map<string, StoredRequest | { retryInMs: number } | { problem: string }>;
}

/** The result of executing a step, with the address that was asked, where there was one. */
export type BridgedResult = BridgeResult & { url?: string };

/** A slice whose outcome is stored and sent. */
export interface StoringSlice extends Slice {
  deps: Deps;
  later: Later;
}

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
  /** The pause of the subscriber; null when there is none. */
  pauseId: string | null;
  /** The pause by which the slice leaves the run where it stands. */
  heldBy: string | null;
  source: SubscriberSource;
  /** Null for a run that is new. */
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
