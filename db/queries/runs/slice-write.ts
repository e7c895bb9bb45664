import type { Channel, StepType } from "#contract/constants/channels.ts";
import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { DetailText } from "#contract/constants/details.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type {
  Completion,
  ExecutionSource,
  ExecutionStatus,
  JobStatus,
  MessageStatus,
  StopReason,
  SubscriberSource,
} from "#contract/constants/statuses.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import type { Failover } from "#domain/lanes/failover.ts";
import type { StepOutput } from "#domain/steps/step-output.ts";
import type { CohortRow } from "../cohorts/find-cohort.ts";
import type { EventRow } from "../events/insert-event.ts";
import type { JobError } from "./read-slice.ts";

export interface RunWrite {
  id: string;
  subscriberId: string;
  source: SubscriberSource;
  revision: number | null;
  position: number;
  dueAt: Date | null;
  stopReason: StopReason | null;
  /** The run whose digest took this one in. */
  digestedRunId: string | null;
  heldBy: string | null;
}

export interface JobWrite {
  id: string;
  runId: string;
  stepId: string;
  position: number;
  type: StepType;
  from: JobStatus | null;
  status: JobStatus;
  /** Whether the step's turn came, and whether its own work began. */
  queued: boolean;
  started: boolean;
  providerId?: string | undefined;
  error?: JobError | undefined;
  dueAt?: Date | undefined;
  output?: StepOutput | undefined;
}

export interface MessageWrite {
  id: string;
  runId: string;
  jobId: string;
  stepId: string;
  subscriberId: string;
  channel: Channel;
  expireAt: Date;
  providerId?: string | undefined;
  actorId?: string | undefined;
  feedId?: string | undefined;
  subject?: string | undefined;
  title?: string | undefined;
  content?: string | undefined;
  /** Of an in-app message; html unless it says otherwise. */
  contentFormat?: ContentFormat | undefined;
  blocks?: readonly EmailBlock[] | undefined;
  cta?: MessageCta | undefined;
  actor?: MessageActor | undefined;
  data?: Record<string, unknown> | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  deviceTokens?: readonly string[] | undefined;
  status: MessageStatus;
  errorId?: string | undefined;
  errorText?: string | undefined;
  validUntil?: Date | undefined;
}

export interface DeliveryWrite {
  id: string;
  runId: string;
  jobId: string;
  messageId: string;
  messageExpireAt: Date;
  position: number;
  channel: Channel;
  integrationId: string;
  providerId: string;
  /** The message as the provider's adapter takes it, as JSON. */
  request: string;
  failover: Failover | null;
  leaseOwner: string | null;
  dueAt: Date;
  completion: Completion;
  validUntil?: Date | undefined;
  isOnly: boolean;
  isLast: boolean;
}

export interface DetailWrite {
  runId: string;
  jobId: string;
  detail: DetailText;
  status: ExecutionStatus;
  /** Internal unless said otherwise. */
  source?: ExecutionSource | undefined;
  messageId?: string | undefined;
  providerId?: string | undefined;
  isRetry?: boolean | undefined;
  /** Any JSON value; stored as text. */
  raw?: unknown;
}

export interface SliceWrite {
  runs: readonly RunWrite[];
  jobs: readonly JobWrite[];
  messages: readonly MessageWrite[];
  deliveries: readonly DeliveryWrite[];
  details: readonly DetailWrite[];
}

/** A run that ends with its slice, because it is through or cannot go on. */
export interface EndedRun {
  runId: string;
  /** Whether one of the steps that the slice knows has failed. */
  isFailed: boolean;
  /** Why it ended before its last step. */
  reason: StopReason | null;
}

export interface StoreOptions {
  event: EventRow;
  cohort: CohortRow;
  write: SliceWrite;
  /** Whether the event was cancelled when the slice was read; if that has changed since, nothing is stored. */
  canceled: boolean;
  /**
   * Start of the next slice of the audience, and how many of this one the preferences of their subscriptions leave out; absent when
   * this slice took no new members.
   */
  cursor?: { from: string | null; to: string | null; leftOut: number } | undefined;
  /** Runs that end; none of a dry run. */
  ended?: readonly EndedRun[] | undefined;
  /** When the cohort is due next, should this slice store it first and take in all of its audience. */
  dueAt: Date | null;
  /** Whether runs may be waiting for events of this workflow: those of the new runs' subscribers are then made due. */
  isAwaited?: boolean | undefined;
  templateIdentifier: string;
  tags: readonly string[];
  severity: Severity;
  now: Date;
}
