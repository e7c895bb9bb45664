import type { PendingQuery, Row, Sql } from "postgres";
import type { Severity } from "#contract/constants/severities.ts";
import type { DataConditions } from "#contract/schemas/data-filter.ts";
import type { TagGroups } from "#contract/schemas/tag-filter.ts";
import type { ContextKeys } from "#domain/contexts.ts";
import { hasContexts } from "../../context-filter.ts";
import type { Scope } from "../../scope.ts";

/** One subscriber's in-app messages: the inbox. Subscribers are named by Belfry's id. */
export interface Inbox {
  scope: Scope;
  subscriberId: string;
  /** Messages of exactly these contexts; `any` where those that manage messages do not ask for contexts. */
  contextKeys: ContextKeys | "any";
}

/** Fields that are left out do not matter. */
export interface NotificationFilter {
  read?: boolean | undefined;
  seen?: boolean | undefined;
  archived?: boolean | undefined;
  snoozed?: boolean | undefined;
  severities?: readonly Severity[] | undefined;
  /** Feed identifiers. Messages without a feed belong to none of them. */
  feeds?: readonly string[] | undefined;
  tags?: TagGroups | undefined;
  data?: DataConditions | undefined;
  /** Milliseconds since 1970, both included. */
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
}

type Part = PendingQuery<Row[]>;

/** The place of a message `m` in lists, which are newest first. An index has the same expression. */
export const PLACE = "coalesce(m.returned_at, m.created_at)";

/**
 * The condition of a list or a count, for a statement whose messages are `m`. Flags and severities are spelled out and not
 * parameters, so that the planner sees that the partial indexes of the inbox apply; lists travel as one parameter, so that
 * the text does not depend on their length.
 */
export function matchingNotifications(
  sql: Sql,
  {
    scope,
    subscriberId,
    contextKeys,
  }: Pick<Inbox, "scope"> & { subscriberId: string | Part; contextKeys: Inbox["contextKeys"] | Part },
  filter: NotificationFilter,
): Part {
  const { read, seen, archived, snoozed, severities, feeds, tags, data, createdFrom, createdTo } = filter;
  const flag = (value: boolean | undefined, is: Part, isNot: Part) =>
    value === undefined ? sql`` : value ? is : isNot;
  return sql`
    m.subscriber_id = ${subscriberId} and m.environment_id = ${scope.environmentId}
    and m.channel = 'in_app' and m.deleted_at is null and m.status = 'sent'
    and (m.valid_until is null or m.valid_until > clock_timestamp())
    ${inContexts(sql, contextKeys)}
    ${flag(read, sql`and m.read`, sql`and not m.read`)}
    ${flag(seen, sql`and m.seen`, sql`and not m.seen`)}
    ${flag(archived, sql`and m.archived`, sql`and not m.archived`)}
    ${flag(snoozed, sql`and m.snoozed_until is not null`, sql`and m.snoozed_until is null`)}
    ${severities ? hasSeverity(sql, severities) : sql``}
    ${feeds ? sql`and m.feed_id = any(${feedIds(sql, scope, feeds)})` : sql``}
    ${tags && tags.length > 0 ? hasTags(sql, tags) : sql``}
    ${data === undefined || data.length === 0 ? sql`` : hasData(sql, data)}
    ${createdFrom === undefined ? sql`` : sql`and m.created_at >= ${moment(createdFrom)}`}
    ${createdTo === undefined ? sql`` : sql`and m.created_at < ${moment(createdTo)}::timestamptz + interval '1 millisecond'`}`;
}

/** Contexts are a list, or an expression of one that may be null. */
function inContexts(sql: Sql, keys: Inbox["contextKeys"] | Part): Part {
  if (keys === "any") return sql``;
  if (keys === null || Array.isArray(keys)) return sql`and ${hasContexts(sql, "m.context_keys", keys)}`;
  return sql`and m.context_keys is not distinct from ${keys}`;
}

/** Feeds by their identifiers, as an array that is read once. */
const feedIds = (sql: Sql, { environmentId }: Scope, identifiers: readonly string[]): Part => sql`
  array(select id from feeds
    where environment_id = ${environmentId} and identifier = any(${[...identifiers]}::text[]) and deleted_at is null)`;

/** Answers have whole milliseconds of a moment that is stored more precisely. */
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Names from a closed list, in its order, so that there are few texts. */
function hasSeverity(sql: Sql, severities: readonly Severity[]): Part {
  const [first, ...more] = ["high", "medium", "low", "none"].filter((name) => severities.some((one) => one === name));
  if (first === undefined) return sql``;
  if (more.length === 0) return sql`and m.severity = ${sql.unsafe(`'${first}'`)}`;
  return sql`and m.severity in (${sql.unsafe([first, ...more].map((name) => `'${name}'`).join(", "))})`;
}

const hasTags = (sql: Sql, groups: TagGroups): Part => sql`
  and not exists (
    select from jsonb_array_elements(${JSON.stringify(groups)}::text::jsonb) as tag_group
    where not m.tags && array(select jsonb_array_elements_text(tag_group)))`;

/** A missing key has no value, and so is none of those that are asked for. */
function hasData(sql: Sql, data: DataConditions): Part {
  if (data === "nothing") return sql`and false`;
  return sql`
    and not exists (
      select from jsonb_array_elements(${JSON.stringify(data)}::text::jsonb) as condition,
        jsonb_array_elements(condition -> 'anyOf') as list,
        lateral (select m.data #> array(select jsonb_array_elements_text(condition -> 'path')) as value) as found
      where not exists (
        select from jsonb_array_elements(list) as wanted
        where found.value = wanted or (jsonb_typeof(found.value) = 'array' and found.value @> wanted)))`;
}
