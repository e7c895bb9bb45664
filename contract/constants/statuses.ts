export const JOB_STATUSES = [
  "pending",
  "queued",
  "running",
  "completed",
  "failed",
  "delayed",
  "canceled",
  "merged",
  "skipped",
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/**
 * Statuses of jobs that have not begun: a cancel of their event ends them, and they are shown as cancelled from then on.
 * Merged ones are another run's work; those whose window is still open are cancelled by their own execution.
 */
export const NOT_BEGUN = ["pending", "queued", "delayed"] as const satisfies readonly JobStatus[];
export const isNotBegun = (status: JobStatus): boolean => NOT_BEGUN.some((candidate) => candidate === status);

/** Why a run ended before its last step. */
export const STOP_REASONS = ["canceled", "step_failed", "execution_ended", "merged", "throttled", "discarded"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** State of one send: open until it was sent, failed for good, or was stopped with its execution. */
export const DELIVERY_STATES = ["open", "sent", "failed", "stopped"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** How a job ends when its deliveries are through: `never` when another of its destinations failed before they were decided. */
export const COMPLETIONS = ["all_sent", "any_sent", "never"] as const;
export type Completion = (typeof COMPLETIONS)[number];

/** Statuses of a trigger's answer; all of them with HTTP 201. */
export const TRIGGER_STATUSES = [
  "error",
  "trigger_not_active",
  "no_workflow_active_steps_defined",
  "no_workflow_steps_defined",
  "processed",
  "no_tenant_found",
  "invalid_recipients",
] as const;
export type TriggerStatus = (typeof TRIGGER_STATUSES)[number];

/** Whether a message could be handed to its provider. */
export const MESSAGE_STATUSES = ["sent", "error", "warning"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const MARK_AS = ["read", "seen", "unread", "unseen"] as const;
export type MarkAs = (typeof MARK_AS)[number];

export const EXECUTION_SOURCES = ["Credentials", "Internal", "Payload", "Webhook"] as const;
export type ExecutionSource = (typeof EXECUTION_SOURCES)[number];

export const EXECUTION_STATUSES = ["Success", "Warning", "Failed", "Pending", "Queued", "ReadConfirmation"] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** How a subscriber came to be in an event's audience. */
export const SUBSCRIBER_SOURCES = ["single", "topic", "broadcast"] as const;
export type SubscriberSource = (typeof SUBSCRIBER_SOURCES)[number];

export const PREFERENCE_TYPES = [
  "SUBSCRIBER_WORKFLOW",
  "SUBSCRIBER_GLOBAL",
  "USER_WORKFLOW",
  "WORKFLOW_RESOURCE",
] as const;
export type PreferenceType = (typeof PREFERENCE_TYPES)[number];
/** Layers that may decide about a channel: these, and the override of a workflow for a tenant. */
export const PREFERENCE_LAYERS = [...PREFERENCE_TYPES, "workflowOverride"] as const;
export type PreferenceLayer = (typeof PREFERENCE_LAYERS)[number];

/** Who decided a channel, as the wire shows it; `template` is the workflow itself. */
export const OVERRIDE_SOURCES = ["subscriber", "template", "workflowOverride"] as const;
export type OverrideSource = (typeof OVERRIDE_SOURCES)[number];

export const WORKFLOW_TYPES = ["REGULAR", "ECHO", "BRIDGE"] as const;
export type WorkflowType = (typeof WORKFLOW_TYPES)[number];
export const WORKFLOW_ORIGINS = ["novu-cloud", "novu-cloud-v1", "external"] as const;
export type WorkflowOrigin = (typeof WORKFLOW_ORIGINS)[number];

export const MEMBER_ROLES = ["admin", "member", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** As people read them. */
export const ROLE_NAMES: Readonly<Record<MemberRole, string>> = { admin: "Admin", member: "Member", viewer: "Viewer" };
export const MEMBER_STATUSES = ["new", "active", "invited"] as const;

export const SERVICE_LEVELS = ["free", "pro", "business", "enterprise", "unlimited"] as const;
export type ServiceLevel = (typeof SERVICE_LEVELS)[number];
