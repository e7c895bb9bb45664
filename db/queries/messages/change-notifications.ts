import type { PendingQuery, Row, Sql } from "postgres";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { hasContexts } from "../../context-filter.ts";
import { despiteMoves } from "../../moved-rows.ts";
import { MARK_WEBHOOKS } from "../webhooks/store-webhooks.ts";
import type { Inbox } from "./notification-filter.ts";
import { matchingNotifications, type NotificationFilter } from "./notification-filter.ts";

export type Change =
  | { kind: "read" | "unread" | "archive" | "read-archive" | "unarchive" | "seen" | "delete" | "unsnooze" }
  | { kind: "snooze"; until: Date };

/** Those of these ids, or all that match; snoozed ones only where the filter asks for them, as they come back as new anyway. */
export type Target = { ids: readonly string[] } | { filter: NotificationFilter };

/** Ids of those that changed, and which counts of the inbox did. */
export interface Changed {
  ids: string[];
  unseen: boolean;
  unread: boolean;
}

type Flags = Pick<NotificationFilter, "read" | "seen" | "archived">;
type Part = PendingQuery<Row[]>;

/** The columns that a change sets. */
function valuesOf(sql: Sql, change: Change): Part {
  const seen = sql`seen = true, last_seen_at = clock_timestamp(),
    first_seen_at = coalesce(m.first_seen_at, clock_timestamp())`;
  const read = sql`${seen}, read = true, last_read_at = clock_timestamp()`;
  switch (change.kind) {
    case "seen":
      return seen;
    case "read":
      return read;
    case "unread":
      return sql`${seen}, read = false, last_read_at = null, archived = false, archived_at = null`;
    case "archive":
    case "read-archive":
      return sql`${read}, archived = true, archived_at = clock_timestamp()`;
    case "unarchive":
      return sql`${read}, archived = false, archived_at = null`;
    case "delete":
      return sql`deleted_at = clock_timestamp()`;
    case "unsnooze":
      return sql`snoozed_until = null`;
    case "snooze":
      return sql`snoozed_until = ${change.until.toISOString()}`;
  }
}

/** Of all that match, those that a change would not leave as they are. */
const OPEN_FOR: Partial<Record<Change["kind"], Flags>> = {
  read: { read: false },
  seen: { seen: false },
  archive: { archived: false },
  "read-archive": { archived: false, read: true },
};

/** The filter of what matches both and is not snoozed, unless it asks for that; undefined when nothing can match. */
function matchingBoth(filter: NotificationFilter, flags: Flags): NotificationFilter | undefined {
  const isContrary = (["read", "seen", "archived"] as const).some(
    (name) => filter[name] !== undefined && flags[name] !== undefined && filter[name] !== flags[name],
  );
  return isContrary ? undefined : { ...filter, ...flags, snoozed: filter.snoozed ?? false };
}

/**
 * Changes notifications of an inbox in one statement, and returns which counts that moved: rows are locked as they were, so
 * that of several calls at once each returns what it changed itself.
 */
export async function changeNotifications(
  db: Database,
  inbox: Inbox,
  target: Target,
  change: Change,
): Promise<Changed> {
  const filter = "ids" in target ? {} : matchingBoth(target.filter, OPEN_FOR[change.kind] ?? {});
  if (!filter) return { ids: [], unseen: false, unread: false };
  // The best plan for a filter depends on how many it matches.
  const sql = "ids" in target ? db.$hot : db.$client;
  const { scope, subscriberId, contextKeys } = inbox;
  const ofContexts = contextKeys === "any" ? sql`` : sql`and ${hasContexts(sql, "m.context_keys", contextKeys)}`;
  // Named twice, so that no plan looks for the changed ones among all messages.
  const named = "ids" in target ? sql`and m.id = any(${target.ids.filter(isUuid)}::uuid[])` : sql``;
  const where =
    "ids" in target
      ? // Compared as text, so that no index but that of ids serves: docs/decisions/012-plans-for-all-values.md.
        sql`m.id = any(${target.ids.filter(isUuid)}::uuid[]) and m.subscriber_id::text = ${subscriberId}::uuid::text
          and m.environment_id::text = ${scope.environmentId}::uuid::text and m.channel || '' = ${"in_app"}
          and m.deleted_at is null ${ofContexts}`
      : matchingNotifications(sql, inbox, filter);
  const rows = await despiteMoves(
    () => sql<{ id: string; unseen: boolean; unread: boolean }[]>`
    with before as materialized (
      select m.id, m.expire_at, not m.seen and m.snoozed_until is null as unseen,
        not m.read and m.snoozed_until is null as unread
      from messages m where ${where} order by m.id for update
    ), changed as (
      update messages m set ${valuesOf(sql, change)}, updated_at = clock_timestamp()
      from before where m.id = before.id and m.expire_at = before.expire_at ${named}
      returning m.*, before.unseen as was_unseen, before.unread as was_unread
    ), ${sql.unsafe(MARK_WEBHOOKS)}
    select m.id, m.was_unseen <> (not m.seen and m.snoozed_until is null and m.deleted_at is null) as unseen,
      m.was_unread <> (not m.read and m.snoozed_until is null and m.deleted_at is null) as unread
    from changed m`,
  );
  return {
    ids: rows.map(({ id }) => id),
    unseen: rows.some(({ unseen }) => unseen),
    unread: rows.some(({ unread }) => unread),
  };
}
