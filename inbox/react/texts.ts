import type { InAppMessage } from "#contract/messages.ts";
import { bodyText, parseBody } from "../core/safe-body.ts";

/** The texts of the inbox, also those for screen readers. Times and dates come from `Intl`. */
export const englishTexts = {
  title: "Notifications",
  bell: (unread: number) =>
    unread === 0 ? "Notifications" : `Notifications, ${unread > 99 ? "more than 99" : unread} unread`,
  badge: (unread: number) => (unread > 99 ? "99+" : String(unread)),
  close: "Close",
  markAllAsRead: "Mark all as read",
  markAsRead: "Mark as read",
  markAsUnread: "Mark as unread",
  item: (unread: boolean, subject: string, time: string) => [...(unread ? ["Unread"] : []), subject, time].join(", "),
  justNow: "Just now",
  more: "More",
  less: "Less",
  loadMore: "Load more",
  loadingMore: "Loading",
  loading: "Loading notifications",
  newMessages: (count: number) => `${count} new`,
  announce: (subjects: string[]) =>
    subjects.length === 1 ? (subjects[0] ?? "") : `${subjects.length} new notifications`,
  emptyTitle: "You're all caught up",
  emptyHint: "New notifications appear here as they arrive.",
  errorTitle: "Your notifications could not be loaded",
  tryAgain: "Try again",
  offline: "You're offline. This list may be out of date.",
  outdated: "This list could not be updated.",
  notSaved: "That change was not saved.",
};

export type InboxTexts = typeof englishTexts;

/** Returns a message's accessible name: its subject, or else the start of its body. */
export function messageName(message: InAppMessage): string {
  const name = message.subject?.trim() || message.title?.trim() || bodyText(parseBody(message.content));
  return name.length > 120 ? `${name.slice(0, 119)}…` : name;
}
