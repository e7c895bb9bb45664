import type { ContentFormat } from "#contract/constants/content-formats.ts";
import type { FeedPage } from "#contract/inbox/feed.ts";
import type { InAppMessage, Message, MessageActor, MessageCta, MessageWithSubscriber } from "#contract/messages.ts";
import { isoMoment } from "#db/moment-text.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import type { SubscriberRow } from "#db/queries/subscribers/subscribers.ts";
import { withoutAttachments } from "#domain/attachments.ts";
import { contentIn, subjectIn } from "../in-app-content.ts";
import { subscriberView } from "../subscribers.ts";

/**
 * A stored message under the names of the wire, what is in-app in that format. One literal of all fields, absent ones
 * undefined: a page of a feed spends a good part of its time here.
 */
function messageView(row: MessageRow, format: ContentFormat): Message {
  return {
    _id: row.id,
    id: row.id,
    _organizationId: row.organizationId,
    _environmentId: row.environmentId,
    _templateId: row.workflowId,
    _messageTemplateId: row.stepId,
    _notificationId: row.runId,
    _jobId: row.jobId,
    _subscriberId: row.subscriberId,
    _feedId: row.feedId,
    _actorId: row.actorId ?? undefined,
    templateIdentifier: row.templateIdentifier,
    transactionId: row.transactionId,
    identifier: row.identifier ?? undefined,
    channel: row.channel,
    providerId: row.providerId ?? undefined,
    subject: (row.channel === "in_app" ? subjectIn(format, row) : row.subject) ?? undefined,
    title: row.title ?? undefined,
    content: (row.channel === "in_app" ? contentIn(format, row) : (row.content ?? row.blocks)) ?? "",
    email: row.email ?? undefined,
    phone: row.phone ?? undefined,
    deviceTokens: row.deviceTokens ?? [],
    cta: ctaView(row.cta),
    actor: actorView(row),
    data: row.data ?? undefined,
    ...(row.contextKeys && { contextKeys: row.contextKeys }),
    tags: row.tags,
    payload: withoutAttachments(row.payload ?? {}),
    overrides: row.overrides ?? {},
    seen: row.seen,
    read: row.read,
    archived: row.archived,
    severity: row.severity,
    deleted: row.deletedAt !== null,
    lastSeenDate: momentView(row.lastSeenAt),
    lastReadDate: momentView(row.lastReadAt),
    firstSeenDate: momentView(row.firstSeenAt),
    archivedAt: momentView(row.archivedAt),
    snoozedUntil: momentView(row.snoozedUntil),
    deliveredAt: deliveredView(row),
    deletedAt: momentView(row.deletedAt),
    status: row.status,
    errorId: row.errorId ?? undefined,
    errorText: row.errorText ?? undefined,
    expireAt: isoMoment(row.expireAt),
    expiresAt: momentView(row.validUntil),
    createdAt: isoMoment(row.createdAt),
    updatedAt: isoMoment(row.updatedAt),
    subscriber: briefView(row.subscriberId, {
      subscriberId: row.recipientId,
      firstName: row.recipientFirstName,
      lastName: row.recipientLastName,
      avatar: row.recipientAvatar,
    }),
    actorSubscriber:
      briefView(row.actorId, {
        subscriberId: row.actingId,
        firstName: row.actingFirstName,
        lastName: row.actingLastName,
        avatar: row.actingAvatar,
      }) ?? null,
    workflow: workflowView(row),
    template: templateView(row),
  };
}

/** The same for a message of an inbox. */
export const inAppMessageIn = (format: ContentFormat, row: MessageRow): InAppMessage =>
  Object.assign(messageView(row, format), { channel: "in_app" as const, content: contentIn(format, row) ?? "" });

/** The same for clients of version 2 and for callers of the management API, who put contents into pages. */
export const inAppMessageView = (row: MessageRow): InAppMessage => inAppMessageIn("html", row);

/** The same with the whole subscriber; left out when its row is gone. */
export function messageWithSubscriberView(
  row: MessageRow,
  subscriber: SubscriberRow | undefined,
): MessageWithSubscriber {
  const { template: _, ...message } = messageView(row, "html");
  return Object.assign(message, { subscriber: subscriber && subscriberView(subscriber) });
}

export const momentView = (moment: string | null): string | undefined =>
  moment === null ? undefined : isoMoment(moment);

/** Left out for a message that never came back from a snooze. */
export const deliveredView = ({ deliveredAt }: MessageRow): string[] | undefined =>
  deliveredAt?.map((moment) => new Date(moment).toISOString());

/** The severity is the workflow's; an event may have given its messages another one. */
export const workflowView = (row: MessageRow): Message["workflow"] =>
  row.workflowName === null
    ? undefined
    : {
        id: row.workflowId,
        identifier: row.templateIdentifier,
        name: row.workflowName,
        severity: row.workflowSeverity ?? "none",
        critical: row.workflowCritical ?? false,
        tags: row.workflowTags ?? [],
      };

/** Left out when the workflow is gone. */
const templateView = ({
  workflowId,
  workflowName,
  workflowIdentifier,
  workflowTags,
}: MessageRow): Message["template"] =>
  workflowName === null || workflowIdentifier === null
    ? undefined
    : {
        _id: workflowId,
        id: workflowId,
        name: workflowName,
        tags: workflowTags ?? [],
        triggers: [{ type: "event", identifier: workflowIdentifier }],
      };

/** Always an object, and its buttons a list once there is an action: inboxes look into both. */
function ctaView(cta: MessageCta | null): MessageCta {
  if (!cta) return {};
  return cta.action ? { ...cta, action: { ...cta.action, buttons: cta.action.buttons ?? [] } } : cta;
}

/** The face of a message from another subscriber is that subscriber's own picture. */
export function actorView({ actor, actingAvatar }: MessageRow): MessageActor | undefined {
  return actor?.type === "user" ? { type: "user", data: actingAvatar } : (actor ?? undefined);
}

interface Person {
  /** The customer's id; null when the subscriber is gone. */
  subscriberId: string | null;
  firstName: string | null;
  lastName: string | null;
  avatar: string | null;
}

function briefView(id: string | null, { subscriberId, firstName, lastName, avatar }: Person): Message["subscriber"] {
  if (id === null || subscriberId === null) return undefined;
  return {
    _id: id,
    id,
    subscriberId,
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
    avatar: avatar ?? undefined,
  };
}

/** A page of the feed: `totalCount` is page-local, as inboxes only compare it with `hasMore`. */
export const feedPageView = (
  { messages, hasMore }: { messages: MessageRow[]; hasMore: boolean },
  { page, limit }: { page: number; limit: number },
): FeedPage => ({
  data: messages.map(inAppMessageView),
  totalCount: messages.length,
  hasMore,
  pageSize: limit,
  page,
});
