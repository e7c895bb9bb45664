import type { Button, Notification, Query } from "./types.ts";

/**
 * A change that a subscriber makes, as plain JSON: it is shown at once, kept until the server has it, and repeated when the
 * server could not be reached. Doing it twice is doing it once.
 */
export type Operation =
  | { kind: "read" | "unread" | "seen" | "archive" | "unarchive" | "unsnooze" | "delete"; ids: readonly string[] }
  | { kind: "snooze"; ids: readonly string[]; until: string }
  | { kind: "complete" | "revert"; ids: readonly string[]; button: Button }
  | { kind: BulkKind; query: Query; until?: string | undefined };

/** Changes of every notification that a query finds, up to the newest one that was known (`until`). */
export type BulkKind = "read-all" | "seen-all" | "archive-all" | "archive-read" | "delete-all";
export type BulkOperation = Extract<Operation, { query: Query }>;

export type IdOperation = Extract<Operation, { ids: readonly string[] }>;

export const isBulk = (operation: Operation): operation is BulkOperation => "query" in operation;

/** Whether an operation is made by looking at the list: it ends no time in which something can be undone. */
export const isSilent = ({ kind }: Operation): boolean => kind === "seen" || kind === "seen-all";

/**
 * Returns a notification as it is after an operation, the same object where nothing changes, and undefined for one that is
 * deleted. `now` is in ISO 8601.
 */
export function applied<Data>(
  notification: Notification<Data>,
  operation: Operation,
  now: string,
): Notification<Data> | undefined {
  if (isBulk(operation)) {
    if (!isCovered(notification, operation)) return notification;
    if (operation.kind === "delete-all") return undefined;
    if (operation.kind === "archive-read")
      return notification.isRead ? changed(notification, ARCHIVED, now) : notification;
    return changed(notification, { "read-all": READ, "seen-all": SEEN, "archive-all": ARCHIVED }[operation.kind], now);
  }
  if (!operation.ids.includes(notification.id)) return notification;
  switch (operation.kind) {
    case "read":
      return changed(notification, READ, now);
    case "unread":
      return changed(notification, { isSeen: true, isRead: false, isArchived: false }, now);
    case "seen":
      return changed(notification, SEEN, now);
    case "archive":
      return changed(notification, ARCHIVED, now);
    case "unarchive":
      return changed(notification, { ...READ, isArchived: false }, now);
    case "snooze":
      return { ...notification, isSnoozed: true, snoozedUntil: operation.until };
    case "unsnooze":
      return notification.isSnoozed
        ? { ...changed(notification, { isRead: false }, now), isSnoozed: false, snoozedUntil: undefined }
        : notification;
    case "delete":
      return undefined;
    case "complete":
    case "revert":
      return withButton(notification, operation.button, operation.kind === "complete", now);
  }
}

const READ = { isSeen: true, isRead: true };
/** An unseen one is unread as well, so that this leaves `isRead` as it is. */
const SEEN = { isSeen: true };
const ARCHIVED = { isSeen: true, isRead: true, isArchived: true };

type Flags = Partial<Pick<Notification, "isSeen" | "isRead" | "isArchived">>;

function changed<Data>(notification: Notification<Data>, flags: Flags, now: string): Notification<Data> {
  const { isSeen, isRead, isArchived } = { ...notification, ...flags };
  if (isSeen === notification.isSeen && isRead === notification.isRead && isArchived === notification.isArchived)
    return notification;
  return {
    ...notification,
    isSeen,
    isRead,
    isArchived,
    readAt: isRead ? (notification.readAt ?? now) : null,
    archivedAt: isArchived ? (notification.archivedAt ?? now) : null,
  };
}

function withButton<Data>(
  notification: Notification<Data>,
  button: Button,
  isCompleted: boolean,
  now: string,
): Notification<Data> {
  const { primaryAction: primary, secondaryAction: secondary } = notification;
  return {
    ...changed(notification, READ, now),
    primaryAction: primary && { ...primary, isCompleted: isCompleted && button === "primary" },
    secondaryAction: secondary && { ...secondary, isCompleted: isCompleted && button === "secondary" },
  };
}

function isCovered(notification: Notification<unknown>, { query, until }: BulkOperation): boolean {
  return (until === undefined || notification.createdAt <= until) && matches(notification, query);
}

/**
 * Whether a query finds a notification. Feeds are not known of a notification: whoever asks knows that it is one of the
 * query's feed.
 */
export function matches(notification: Notification<unknown>, query: Query): boolean {
  const { isRead, isSeen, isArchived, isSnoozed, severity, tags, data } = notification;
  const is = (wanted: boolean | undefined, value: boolean) => wanted === undefined || wanted === value;
  return (
    is(query.read, isRead) &&
    is(query.seen, isSeen) &&
    is(query.archived, isArchived) &&
    is(query.snoozed, isSnoozed) &&
    (query.severity === undefined || [query.severity].flat().includes(severity)) &&
    (!query.tags?.length || query.tags.some((tag) => tags.includes(tag))) &&
    (query.data === undefined || contains(data, query.data))
  );
}

/** Whether every value of `part` is in `whole`, at any depth. */
function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return whole === part;
  if (typeof whole !== "object" || whole === null) return false;
  return Object.entries(part).every(([key, value]) => contains(Reflect.get(whole, key), value));
}
