import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { explainedBy } from "#test/support/prepared-plans.ts";
import { closeDatabase, openDatabase } from "../client.ts";
import { LIST_COUNT_MAX, type ListWindow } from "../list-window.ts";
import { type SubscriberSearch, searchSubscribers } from "./subscribers/search-subscribers.ts";
import { listTopicMembers, listTopicsOfSubscriber } from "./topics/memberships.ts";
import { countMembers, searchTopics } from "./topics/search-topics.ts";

const db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
afterAll(() => closeDatabase(db));

const MANY = 40_000;
const WINDOW: ListWindow = { place: null, direction: "desc", isInclusive: false, limit: 11 };
const MIDDLE = { at: "2026-01-01 05:00:00+00", id: "00000000-0000-4000-8000-000000000000" };

let environment: TestEnvironment;
let topic: { id: string };
let member: string;

/** Subscribers who are all in one topic, and as many topics; every thousandth has a name of its own. */
beforeAll(async () => {
  environment = await createTestEnvironment(db);
  const { organizationId, environmentId } = environment.scope;
  const sql = db.$client;
  const owner = sql`${organizationId}::uuid, ${environmentId}::uuid`;
  const begun = sql`timestamptz '2026-01-01 00:00:00Z' + g * interval '1 second'`;
  await sql`
    insert into subscribers (organization_id, environment_id, subscriber_id, first_name, last_name, email, phone, created_at)
    select ${owner}, 'many-' || g, 'Ada', case when g % 1000 = 0 then 'Rare' || g else 'Common' end,
      'Many' || g || '@example.com', '+49' || g, ${begun} from generate_series(1, ${MANY}) g`;
  await sql`
    insert into topics (organization_id, environment_id, key, name, created_at)
    select ${owner}, 'key-' || g, 'Name ' || g, ${begun} from generate_series(1, ${MANY}) g`;
  const [first] = await sql<{ id: string }[]>`select id from topics where environment_id = ${environmentId} limit 1`;
  topic = { id: first?.id ?? "" };
  await sql`
    insert into topic_subscribers (organization_id, environment_id, topic_id, subscriber_id)
    select ${owner}, ${topic.id}, id from subscribers where environment_id = ${environmentId}`;
  const [someone] = await sql<{ id: string }[]>`select id from subscribers where subscriber_id = 'many-7'`;
  member = someone?.id ?? "";
  await sql`analyze`;
});

const rowsRead = async (call: () => Promise<unknown>): Promise<number> =>
  Math.max(...(await explainedBy(db, call)).map(({ rows }) => rows));

describe("a list of many", () => {
  const windows: [string, ListWindow][] = [
    ["from its start", WINDOW],
    ["from the middle on", { ...WINDOW, place: MIDDLE }],
    ["backwards from the middle", { ...WINDOW, place: MIDDLE, direction: "asc" }],
  ];

  test.each(windows)("of subscribers, topics or members is read %s without the others", async (_, window) => {
    const { scope } = environment;
    const { count, rows } = await searchSubscribers(db, scope, {}, window);
    expect([rows.length, count]).toEqual([11, LIST_COUNT_MAX + 1]);
    // One more than the cap is counted, and a page is read.
    const bound = LIST_COUNT_MAX + 50;
    expect(await rowsRead(() => searchSubscribers(db, scope, {}, window))).toBeLessThan(bound);
    expect(await rowsRead(() => searchTopics(db, scope, {}, window))).toBeLessThan(bound);
    expect(
      await rowsRead(() => listTopicMembers(db, topic, { subscriberId: undefined, contextKeys: "any" }, window)),
    ).toBeLessThan(bound);
  });

  test("of one member, or of the topics of one subscriber, is read without the others", async () => {
    expect(
      await rowsRead(() => listTopicMembers(db, topic, { subscriberId: "many-7", contextKeys: "any" }, WINDOW)),
    ).toBeLessThan(50);
    expect(
      await rowsRead(() => listTopicsOfSubscriber(db, member, { key: undefined, contextKeys: "any" }, WINDOW)),
    ).toBeLessThan(50);
  });

  const searches: [SubscriberSearch, number][] = [
    [{ email: "MANY777@" }, 1],
    [{ phone: "+49777" }, 11],
    [{ subscriberId: "many-777" }, 11],
    [{ name: "rare7" }, 1],
    [{ name: "ada rare" }, 40],
    [{ email: "%" }, 0],
    [{ query: "many777@" }, 1],
    [{ query: "+49777" }, 11],
    [{ query: "many-777" }, 11],
    [{ query: "RARE7" }, 1],
    [{ query: "ada rare" }, 40],
    [{ query: "nobody" }, 0],
  ];

  test.each(searches)("is searched by %j through an index", async (search, matches) => {
    const { scope } = environment;
    const { count } = await searchSubscribers(db, scope, search, WINDOW);
    expect(count).toBe(matches);
    expect(await rowsRead(() => searchSubscribers(db, scope, search, WINDOW))).toBeLessThanOrEqual(4 * matches + 50);
  });

  test("is searched by any beginning up to the first thousand of each, whatever it has in common", async () => {
    const { scope } = environment;
    const { count, rows } = await searchSubscribers(db, scope, { query: "many" }, WINDOW);
    expect(rows).toHaveLength(11);
    expect(count).toBeGreaterThanOrEqual(1_000);
    expect(count).toBeLessThanOrEqual(2_000);
    expect(await rowsRead(() => searchSubscribers(db, scope, { query: "many" }, WINDOW))).toBeLessThan(10_000);
    expect(await rowsRead(() => searchTopics(db, scope, { query: "key-777" }, WINDOW))).toBeLessThan(600);
  });

  test("of topics is read with the numbers of their members, of which no more are counted than shown", async () => {
    expect([...(await countMembers(db, [topic.id]))]).toEqual([[topic.id, { count: 1_000, isMore: true }]]);
    expect(await rowsRead(() => countMembers(db, [topic.id]))).toBeLessThan(1_100);
  });

  test("is searched by what most of it has in common up to the cap", async () => {
    const { scope } = environment;
    const { count, rows } = await searchSubscribers(db, scope, { name: "ada" }, WINDOW);
    expect([rows.length, count]).toEqual([11, LIST_COUNT_MAX + 1]);
    expect(await rowsRead(() => searchTopics(db, scope, { name: "NAME 777" }, WINDOW))).toBeLessThan(600);
    expect(await rowsRead(() => searchTopics(db, scope, { key: "key-777" }, WINDOW))).toBeLessThan(600);
  });
});
