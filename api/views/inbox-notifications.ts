import type { InboxNotification, NotificationFilter } from "#contract/inbox/inbox-notifications.ts";
import type { MessageCta } from "#contract/messages.ts";
import { isoMoment } from "#db/moment-text.ts";
import type { MessageRow } from "#db/queries/messages/message-row.ts";
import { actorView, deliveredView, momentView, workflowView } from "./activity/messages.ts";
import { contentIn, subjectIn } from "./in-app-content.ts";

type ButtonType = "primary" | "secondary";

/** A message of the inbox as newer published clients read it: they show text. */
export function inboxNotificationView(row: MessageRow): InboxNotification {
  const known = row.recipientId !== null;
  return {
    id: row.id,
    transactionId: row.transactionId,
    subject: subjectIn("text", row) ?? undefined,
    body: contentIn("text", row) ?? "",
    bodyHtml: row.contentFormat === "html" && row.content?.includes("<") ? row.content : undefined,
    to: {
      id: known ? row.subscriberId : "",
      subscriberId: row.recipientId ?? "",
      firstName: row.recipientFirstName ?? undefined,
      lastName: row.recipientLastName ?? undefined,
      avatar: row.recipientAvatar ?? undefined,
    },
    isRead: row.read,
    isSeen: row.seen,
    isArchived: row.archived,
    isSnoozed: row.snoozedUntil !== null,
    snoozedUntil: momentView(row.snoozedUntil),
    deliveredAt: deliveredView(row) ?? [isoMoment(row.createdAt)],
    createdAt: isoMoment(row.createdAt),
    readAt: momentView(row.lastReadAt),
    firstSeenAt: momentView(row.firstSeenAt),
    archivedAt: momentView(row.archivedAt),
    avatar: actorView(row)?.data ?? undefined,
    actor: actorOf(row),
    primaryAction: actionView(row.cta, "primary"),
    secondaryAction: actionView(row.cta, "secondary"),
    channelType: "in_app",
    tags: row.tags,
    data: row.data ?? undefined,
    redirect: redirectView(row.cta?.data),
    workflow: workflowView(row),
    severity: row.severity,
  };
}

/**
 * The actor with the name of the subscriber who acted, whose initials stand in for a picture. Where the workflow says nothing about an
 * actor, it is the event's.
 */
function actorOf(row: MessageRow): InboxNotification["actor"] {
  const actor = actorView(row) ?? { type: "user", data: row.actingAvatar };
  const name = [row.actingFirstName, row.actingLastName].filter((part) => part).join(" ");
  if (actor.type === "none" || (actor.type === "user" && actor.data === null && name === "")) return undefined;
  return { type: actor.type, data: actor.data, name: name || undefined };
}

/** After a mark, what it took away is null, where other answers leave it out. */
export function changedNotificationView(row: MessageRow, change: string): InboxNotification {
  const view = inboxNotificationView(row);
  if (change === "unread") return { ...view, readAt: null, archivedAt: null };
  return change === "unarchive" ? { ...view, archivedAt: null } : view;
}

/** There is one status for both buttons: completing one makes the other not completed. */
function actionView(cta: MessageCta | null, type: ButtonType): InboxNotification["primaryAction"] {
  const action = cta?.action;
  const button = action?.buttons?.find((one) => one.type === type);
  if (!button) return undefined;
  return {
    label: button.content,
    isCompleted: action?.status === "done" && action.result?.type === type,
    redirect: redirectView(button),
  };
}

const redirectView = (link: MessageCta["data"]): InboxNotification["redirect"] =>
  link?.url ? { url: link.url, target: link.target } : undefined;

/** A filter as it was sent, without what was not. */
export function sentFilter({
  tags,
  data,
  severity,
  feedIdentifier,
  ...plain
}: NotificationFilter): Record<string, unknown> {
  const sent = {
    ...plain,
    tags: tags?.sent,
    data: data?.sent,
    severity: severity?.sent,
    feedIdentifier: feedIdentifier?.sent,
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}
