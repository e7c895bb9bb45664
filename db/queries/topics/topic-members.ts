import type { Fragment } from "postgres";
import type { Database } from "../../client.ts";
import { valuesOf } from "../../sql/rows.ts";

/** Members of a topic that one statement reads. */
const MEMBERS_TOGETHER = 5_000;

/** Members of a topic, who have a subscription without contexts: the customer's ids of those that are not deleted, oldest first. */
export interface MemberPortion {
  subscriberIds: string[];
  /** The last membership of the portion; null when none follows it. */
  last: { at: string; id: string } | null;
}

/** The first members of topics, by topic. */
export async function firstMembers(db: Database, topicIds: readonly string[]): Promise<Map<string, MemberPortion>> {
  const rows = await db.$client<(MemberRow & { topicId: string })[]>`
    select topic.id as "topicId", m.* from ${valuesOf(db.$client, "uuid", topicIds)} as topic (id)
    cross join lateral (${memberships(db, db.$client`topic.id`)}) m
    order by m.at, m.id`;
  return new Map(topicIds.map((id) => [id, portionOf(rows.filter(({ topicId }) => topicId === id))]));
}

/** The members after a portion, in portions by the order of an index: each is read alone, however many there are. */
export async function* membersAfter(db: Database, topicId: string, portion: MemberPortion): AsyncGenerator<string[]> {
  for (let { last } = portion; last !== null; ) {
    const rows = await db.$client<MemberRow[]>`
      select * from (${memberships(db, db.$client`${topicId}`, last)}) m order by m.at, m.id`;
    const next = portionOf(rows);
    if (next.subscriberIds.length > 0) yield next.subscriberIds;
    last = next.last;
  }
}

interface MemberRow {
  id: string;
  /** When the membership began, as Postgres writes it, to the microsecond. */
  place: string;
  /** Null for a subscriber that has been deleted. */
  subscriberId: string | null;
}

function portionOf(rows: readonly MemberRow[]): MemberPortion {
  const last = rows.at(-1);
  return {
    subscriberIds: rows.flatMap(({ subscriberId }) => subscriberId ?? []),
    last: last && rows.length === MEMBERS_TOGETHER ? { at: last.place, id: last.id } : null,
  };
}

const memberships = (
  { $client: sql }: Database,
  topicId: Fragment,
  after: MemberPortion["last"] = null,
): Fragment => sql`
  select ts.id, ts.created_at as at, ts.created_at::text as place, s.subscriber_id as "subscriberId" from (
    select id, created_at, subscriber_id from topic_subscribers ts
    where topic_id = ${topicId} and created_at > '-infinity' and context_keys is null
      -- Of several subscriptions of one subscriber, the first by its identifier.
      and (identifier is null or not exists (
        select from topic_subscribers other
        where other.topic_id = ts.topic_id and other.subscriber_id = ts.subscriber_id and other.context_keys is null
          and (other.identifier is null or other.identifier < ts.identifier)))
      ${after ? sql`and (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by created_at, id limit ${MEMBERS_TOGETHER}) ts
  left join lateral (select subscriber_id from subscribers where id = ts.subscriber_id and deleted_at is null offset 0) s on true`;
