import type { Channel } from "#contract/constants/channels.ts";
import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { Severity } from "#contract/constants/severities.ts";
import type { MessageStatus } from "#contract/constants/statuses.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { EmailBlock } from "#contract/workflows/templates.ts";
import type { MomentText } from "../../moment-text.ts";

/** A message with the content of its event, who it is for, who acted, and its workflow. */
export interface MessageRow {
  id: string;
  organizationId: string;
  environmentId: string;
  runId: string;
  jobId: string;
  workflowId: string;
  stepId: string;
  subscriberId: string;
  actorId: string | null;
  feedId: string | null;
  transactionId: string;
  templateIdentifier: string;
  channel: Channel;
  providerId: string | null;
  identifier: string | null;
  subject: string | null;
  title: string | null;
  content: string | null;
  /** Of the content of an in-app message; its subject and the labels of its buttons are text. */
  contentFormat: ContentFormat;
  blocks: EmailBlock[] | null;
  cta: MessageCta | null;
  actor: MessageActor | null;
  data: Record<string, unknown> | null;
  email: string | null;
  phone: string | null;
  deviceTokens: string[] | null;
  tags: string[];
  contextKeys: string[] | null;
  seen: boolean;
  read: boolean;
  archived: boolean;
  severity: Severity;
  status: MessageStatus;
  errorId: string | null;
  errorText: string | null;
  firstSeenAt: MomentText | null;
  lastSeenAt: MomentText | null;
  lastReadAt: MomentText | null;
  archivedAt: MomentText | null;
  snoozedUntil: MomentText | null;
  /** Its creation and every return from a snooze, as JSON has moments; null for a message that never came back. */
  deliveredAt: string[] | null;
  deletedAt: MomentText | null;
  /** From then on it is in no feed and in no count. */
  validUntil: MomentText | null;
  createdAt: MomentText;
  updatedAt: MomentText;
  expireAt: MomentText;
  /** Of the event; null when its content is gone. */
  payload: Record<string, unknown> | null;
  overrides: Record<string, unknown> | null;
  /** The customer's id of the subscriber; null, as its names, when the subscriber is gone. */
  recipientId: string | null;
  recipientFirstName: string | null;
  recipientLastName: string | null;
  recipientAvatar: string | null;
  /** The customer's id of the acting subscriber. */
  actingId: string | null;
  actingFirstName: string | null;
  actingLastName: string | null;
  actingAvatar: string | null;
  workflowTags: string[] | null;
  /** Null, as the other fields of it, when the workflow is gone. */
  workflowName: string | null;
  workflowIdentifier: string | null;
  workflowCritical: boolean | null;
  workflowSeverity: Severity | null;
}

/**
 * The columns of a row by its fields: `m` is the message, `c` the content of its event, `s` the subscriber, `a` who acted, `w` the
 * workflow.
 */
export const MESSAGE_COLUMNS: Readonly<Record<keyof MessageRow, string>> = {
  id: "m.id",
  organizationId: "m.organization_id",
  environmentId: "m.environment_id",
  runId: "m.run_id",
  jobId: "m.job_id",
  workflowId: "m.workflow_id",
  stepId: "m.step_id",
  subscriberId: "m.subscriber_id",
  actorId: "m.actor_id",
  feedId: "m.feed_id",
  transactionId: "m.transaction_id",
  templateIdentifier: "m.template_identifier",
  channel: "m.channel",
  providerId: "m.provider_id",
  identifier: "m.identifier",
  subject: "m.subject",
  title: "m.title",
  content: "m.content",
  contentFormat: "m.content_format",
  blocks: "m.blocks",
  cta: "m.cta",
  actor: "m.actor",
  data: "m.data",
  email: "m.email",
  phone: "m.phone",
  deviceTokens: "m.device_tokens",
  tags: "m.tags",
  contextKeys: "array_to_json(m.context_keys)",
  seen: "m.seen",
  read: "m.read",
  archived: "m.archived",
  severity: "m.severity",
  status: "m.status",
  errorId: "m.error_id",
  errorText: "m.error_text",
  firstSeenAt: "m.first_seen_at",
  lastSeenAt: "m.last_seen_at",
  lastReadAt: "m.last_read_at",
  archivedAt: "m.archived_at",
  snoozedUntil: "m.snoozed_until",
  deliveredAt: "array_to_json(m.delivered_at)",
  deletedAt: "m.deleted_at",
  validUntil: "m.valid_until",
  createdAt: "m.created_at",
  updatedAt: "m.updated_at",
  expireAt: "m.expire_at",
  payload: "c.payload",
  overrides: "c.overrides",
  recipientId: "s.subscriber_id",
  recipientFirstName: "s.first_name",
  recipientLastName: "s.last_name",
  recipientAvatar: "s.avatar",
  actingId: "a.subscriber_id",
  actingFirstName: "a.first_name",
  actingLastName: "a.last_name",
  actingAvatar: "a.avatar",
  workflowTags: "w.tags",
  workflowName: "w.name",
  workflowIdentifier: "w.identifier",
  workflowCritical: "w.critical",
  workflowSeverity: "w.severity",
};
