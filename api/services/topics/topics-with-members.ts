import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Topic } from "#contract/topics.ts";
import type { Database } from "#db/client.ts";
import { firstMembers, type MemberPortion, membersAfter } from "#db/queries/topics/topic-members.ts";
import type { TopicRow } from "#db/queries/topics/topics.ts";
import { topicView } from "../../views/topics.ts";

/** Topics with the ids of all members: as a list where these are few, or else as the text of one, in portions. */
export type TopicsAnswer = { topics: Topic[] } | { text: () => AsyncGenerator<string> };

/**
 * Reads topics with the ids of their members. Published clients read all of them from one list of texts, and a list that ends
 * somewhere would look complete to them. A topic may have millions of members: then the text of the list is read as it is sent.
 */
export async function topicsWithMembers(db: Database, rows: readonly TopicRow[]): Promise<TopicsAnswer> {
  const members = await firstMembers(
    db,
    rows.map(({ id }) => id),
  );
  const topics = rows.map((row) => ({ row, first: members.get(row.id) ?? { subscriberIds: [], last: null } }));
  if (topics.every(({ first }) => first.last === null)) {
    return { topics: topics.map(({ row, first }) => topicView(row, first.subscriberIds)) };
  }
  return { text: () => listText(db, topics) };
}

async function* listText(
  db: Database,
  topics: readonly { row: TopicRow; first: MemberPortion }[],
): AsyncGenerator<string> {
  for (const [index, { row, first }] of topics.entries()) {
    // The members are the last field.
    yield `${index === 0 ? "" : ","}${JSON.stringify(topicView(row, [])).slice(0, -"]}".length)}`;
    let separator = "";
    for await (const subscriberIds of portions(db, row.id, first)) {
      if (subscriberIds.length > 0) yield separator + JSON.stringify(subscriberIds).slice(1, -1);
      separator ||= subscriberIds.length > 0 ? "," : "";
    }
    yield "]}";
  }
}

async function* portions(db: Database, topicId: string, first: MemberPortion): AsyncGenerator<string[]> {
  yield first.subscriberIds;
  yield* membersAfter(db, topicId, first);
}

/** Sends the text of a JSON object while it is read. */
export function sendText<Reply>(reply: Reply, before: string, text: AsyncGenerator<string>, after: string): Reply {
  async function* whole() {
    yield before;
    yield* text;
    yield after;
  }
  untyped(reply).type("application/json; charset=utf-8").send(Readable.from(whole()));
  return reply;
}

/** The schema of a route describes what its text says, and has no type for a stream of it. */
const untyped = (reply: unknown) => reply as FastifyReply;
