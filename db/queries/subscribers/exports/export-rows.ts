import type { SuppressedChannel, SuppressionReason, SuppressionStream } from "#contract/constants/suppressions.ts";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { SubscriberHours } from "#contract/schemas/subscriber-hours.ts";
import type { Database } from "#db/client.ts";
import type { Scope } from "#db/scope.ts";

/*
 * Rows of exports, in portions by the order of an index: each is read by one statement, however many rows lie before it.
 */

/** Rows that one statement reads. */
const EXPORTED_TOGETHER = 1_000;

export interface ExportedSubscriber {
  id: string;
  subscriberId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  avatar: string | null;
  locale: string | null;
  timezone: string | null;
  data: Record<string, unknown> | null;
  hours: SubscriberHours | null;
}

/** Subscribers that are not deleted, by Belfry's id. */
export async function* exportSubscribers(db: Database, { environmentId }: Scope): AsyncGenerator<ExportedSubscriber[]> {
  const sql = db.$client;
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows: ExportedSubscriber[] = await sql<ExportedSubscriber[]>`
      select id, subscriber_id as "subscriberId", first_name as "firstName", last_name as "lastName", email, phone, avatar, locale,
        timezone, data, hours
      from subscribers where environment_id = ${environmentId} and deleted_at is null and id > ${after}
      order by id limit ${EXPORTED_TOGETHER}`;
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORTED_TOGETHER) return;
    after = last.id;
  }
}

/** A topic and one of its members; null for a topic without any. */
export interface ExportedMember {
  topicKey: string;
  name: string;
  data: Record<string, unknown> | null;
  subscriberId: string | null;
}

interface ExportedTopic extends Pick<ExportedMember, "name" | "data"> {
  id: string;
  key: string;
  place: string;
}

/** Topics in the order of their creation, and the members of each that are not deleted and have a subscription without contexts. */
export async function* exportTopics(db: Database, { environmentId }: Scope): AsyncGenerator<ExportedMember[]> {
  const sql = db.$client;
  let after: ExportedTopic | undefined;
  for (;;) {
    const topics: ExportedTopic[] = await sql<ExportedTopic[]>`
      select id, key, name, data, created_at::text as place from topics
      where environment_id = ${environmentId} and created_at > '-infinity'
        ${after ? sql`and (created_at, id) > (${after.place}::timestamptz, ${after.id}::uuid)` : sql``}
      order by created_at, id limit ${EXPORTED_TOGETHER}`;
    for (const topic of topics) yield* exportMembers(db, topic);
    after = topics.at(-1);
    if (!after || topics.length < EXPORTED_TOGETHER) return;
  }
}

async function* exportMembers(db: Database, { id, key, name, data }: ExportedTopic): AsyncGenerator<ExportedMember[]> {
  const sql = db.$client;
  let after = "00000000-0000-0000-0000-000000000000";
  let isEmpty = true;
  for (;;) {
    const page: { id: string; subscriberId: string | null }[] = await sql<
      { id: string; subscriberId: string | null }[]
    >`
      select m.subscriber_id as id, s.subscriber_id as "subscriberId"
      from (
        select distinct subscriber_id from topic_subscribers
        where topic_id = ${id} and subscriber_id > ${after} and context_keys is null
        order by subscriber_id limit ${EXPORTED_TOGETHER}) as m
      left join subscribers s on s.id = m.subscriber_id and s.deleted_at is null
      order by m.subscriber_id`;
    const members = page.filter(({ subscriberId }) => subscriberId !== null);
    if (members.length > 0) {
      isEmpty = false;
      yield members.map(({ subscriberId }) => ({ topicKey: key, name, data, subscriberId }));
    }
    const last = page.at(-1);
    if (!last || page.length < EXPORTED_TOGETHER) break;
    after = last.id;
  }
  if (isEmpty) yield [{ topicKey: key, name, data, subscriberId: null }];
}

/** Choice of a subscriber for one workflow, by its identifier, or for all. */
export interface ExportedPreference {
  subscriberId: string;
  workflow: string | null;
  enabled: boolean | null;
  channels: Partial<ChannelFlags>;
  contextKeys: string[] | null;
  /** Of a choice for all workflows. */
  hours: SubscriberHours | null;
}

/** Choices of subscribers that are not deleted, for workflows that are not. */
export async function* exportPreferences(db: Database, scope: Scope): AsyncGenerator<ExportedPreference[]> {
  const sql = db.$client;
  for await (const subscribers of exportSubscribers(db, scope)) {
    const ids = subscribers.map(({ id }) => id);
    const choices = await sql<(ExportedPreference & { id: string })[]>`
      select p.subscriber_id as id, w.identifier as workflow, p.enabled, p.channels, p.context_keys as "contextKeys"
      from preferences p left join workflows w on w.id = p.workflow_id
      where p.environment_id = ${scope.environmentId} and p.subscriber_id = any(${ids}::uuid[])
        and (p.workflow_id is null or w.deleted_at is null)
      order by w.identifier nulls first, p.context_keys nulls first`;
    const byId = new Map<string, (typeof choices)[number][]>();
    for (const choice of choices) byId.set(choice.id, [...(byId.get(choice.id) ?? []), choice]);
    yield subscribers.flatMap(({ id, subscriberId, hours }): ExportedPreference[] => {
      const own = byId.get(id) ?? [];
      const global = own.find(({ workflow, contextKeys }) => workflow === null && contextKeys === null);
      const all =
        hours || global
          ? [{ enabled: null, channels: {}, contextKeys: null, ...global, workflow: null, subscriberId, hours }]
          : [];
      const others = own.filter((choice) => choice !== global);
      return [...all, ...others.map((choice) => ({ ...choice, subscriberId, hours: null }))];
    });
  }
}

export interface ExportedSuppression {
  address: string;
  channel: SuppressedChannel;
  reason: SuppressionReason;
  stream: SuppressionStream;
  note: string | null;
}

interface PlacedSuppression extends ExportedSuppression {
  id: string;
  place: string;
}

/** Addresses to which nothing is sent any more, in the order in which they were suppressed. */
export async function* exportSuppressions(
  db: Database,
  { environmentId }: Scope,
): AsyncGenerator<ExportedSuppression[]> {
  const sql = db.$client;
  let after: PlacedSuppression | undefined;
  for (;;) {
    const rows: PlacedSuppression[] = await sql<PlacedSuppression[]>`
      select id, address, channel, reason, stream, note, created_at::text as place from suppressions
      where environment_id = ${environmentId} and created_at > '-infinity'
        ${after ? sql`and (created_at, id) > (${after.place}::timestamptz, ${after.id}::uuid)` : sql``}
      order by created_at, id limit ${EXPORTED_TOGETHER}`;
    if (rows.length > 0) yield rows.map(({ id: _id, place: _place, ...exported }) => exported);
    after = rows.at(-1);
    if (!after || rows.length < EXPORTED_TOGETHER) return;
  }
}
