import type { FeedPage } from "#contract/feed.ts";
import type { InAppMessage, Message, MessageActor, MessageCta } from "#contract/messages.ts";
import type { MessageRow } from "#db/queries/messages/messages.ts";
import { datedFields, ownedFields, withoutNulls } from "./fields.ts";

/** A stored message under the names of the wire: api-workflows-and-widget.md 4.2, api-management.md 1.9. */
export function messageView(row: MessageRow): Message {
  const { message, subscriber, content } = row;
  return {
    ...ownedFields(message),
    _templateId: message.workflowId,
    _messageTemplateId: message.stepId,
    _notificationId: message.runId,
    _jobId: message.jobId,
    _subscriberId: message.subscriberId,
    _feedId: null,
    templateIdentifier: message.templateIdentifier,
    transactionId: message.transactionId,
    channel: message.channel,
    content: message.content ?? message.blocks ?? "",
    deviceTokens: [],
    cta: ctaView(message.cta),
    tags: message.tags,
    payload: content?.payload ?? {},
    overrides: content?.overrides ?? {},
    seen: message.seen,
    read: message.read,
    archived: message.archived,
    deleted: message.deletedAt !== null,
    lastSeenDate: message.lastSeenAt?.toISOString(),
    lastReadDate: message.lastReadAt?.toISOString(),
    deletedAt: message.deletedAt?.toISOString(),
    status: message.status,
    expireAt: message.expireAt.toISOString(),
    ...datedFields(message),
    ...withoutNulls({
      _actorId: message.actorId,
      identifier: message.identifier,
      providerId: message.providerId,
      subject: message.subject,
      email: message.email,
      phone: message.phone,
      actor: actorView(row),
      errorId: message.errorId,
      errorText: message.errorText,
    }),
    ...(subscriber && { subscriber: briefView(subscriber) }),
    actorSubscriber: row.actor ? briefView(row.actor) : null,
    template: { _id: message.workflowId, id: message.workflowId, tags: row.workflowTags ?? [] },
  };
}

/** The same for a message of an inbox, whose content is always text. */
export function inAppMessageView(row: MessageRow): InAppMessage {
  const view = messageView(row);
  return { ...view, channel: "in_app", content: typeof view.content === "string" ? view.content : "" };
}

/** Always an object, and its buttons a list once there is an action: inboxes look into both. */
function ctaView(cta: MessageCta | null): MessageCta {
  if (!cta) return {};
  return cta.action ? { ...cta, action: { ...cta.action, buttons: cta.action.buttons ?? [] } } : cta;
}

/** The face of a message from another subscriber is that subscriber's own picture. */
function actorView({ message, actor }: MessageRow): MessageActor | null {
  return message.actor?.type === "user" ? { type: "user", data: actor?.avatar ?? null } : message.actor;
}

function briefView({ id, subscriberId, ...names }: NonNullable<MessageRow["subscriber"]>) {
  return { _id: id, id, subscriberId, ...withoutNulls(names) };
}

/** A page of the feed: `totalCount` is page-local, as inboxes only compare it with `hasMore` (api-management.md, D17). */
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
