import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { feeds } from "#db/schema/workflows/feeds.ts";
import { htmlToText } from "#domain/templates/email/html-to-text.ts";
import { escapeHtml } from "#domain/templates/safe-html.ts";
import { renderMessage } from "#rendering/render-message.ts";
import { createTestEnvironment, type TestEnvironment, testApp } from "#test/support/environment.ts";
import { aStep, aWorkflow } from "#test/support/event.ts";
import { createTestSubscriber, storeMessages } from "#test/support/inbox.ts";

const server = await testApp();
const { app, db } = server;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(() => server.close());

async function inboxWith(...messages: Parameters<typeof storeMessages>[3][number][]) {
  const subscriber = await createTestSubscriber(db, environment.scope);
  const ids = await storeMessages(db, environment.scope, subscriber.id, messages);
  const get = (query: string) => app.inject({ url: `/v1/inbox/notifications${query}`, headers: subscriber.headers });
  const listed = async (query: string) => {
    const reply = await get(`?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    const shown: string[] = reply.json().data.map(({ id }: { id: string }) => id);
    return shown.map((id) => ids.indexOf(id)).reverse();
  };
  const count = (filters: unknown) => get(`/count?filters=${encodeURIComponent(JSON.stringify(filters))}`);
  return { ids, subscriber, get, listed, count };
}

const later = () => new Date(Date.now() + 3_600_000);

test("a notification names its workflow", async () => {
  const workflow = await aWorkflow(db, environment, [aStep("in_app")], {
    name: "Orders",
    critical: true,
    tags: ["shop"],
  });
  const { get } = await inboxWith({ workflowId: workflow.id, templateIdentifier: workflow.identifier });
  const [notification] = (await get("")).json().data;
  const { id, identifier } = workflow;
  expect(notification.workflow).toEqual({
    id,
    identifier,
    name: "Orders",
    critical: true,
    tags: ["shop"],
    severity: "none",
  });
});

test("a notification has the text, the buttons and the link of its message, and leaves out what it has not", async () => {
  const transactionId = randomUUID();
  const { ids, subscriber, get } = await inboxWith({
    content: "Hello",
    subject: "Hi",
    tags: ["news-letter"],
    data: { order: 1 },
    transactionId,
    severity: "high",
    cta: {
      data: { url: "/orders", target: "_self" },
      action: {
        status: "done",
        buttons: [
          { type: "primary", content: "Yes", url: "https://example.com" },
          { type: "secondary", content: "No" },
        ],
        result: { type: "secondary" },
      },
    },
  });
  const reply = await get("");
  const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(reply.json()).toEqual({
    data: [
      {
        id: ids[0],
        transactionId,
        subject: "Hi",
        body: "Hello",
        channelType: "in_app",
        severity: "high",
        to: { id: subscriber.id, subscriberId: subscriber.subscriberId, firstName: "Grace" },
        isRead: false,
        isSeen: false,
        isArchived: false,
        isSnoozed: false,
        createdAt: aDate,
        deliveredAt: [aDate],
        tags: ["news-letter"],
        data: { order: 1 },
        primaryAction: { label: "Yes", isCompleted: false, redirect: { url: "https://example.com" } },
        secondaryAction: { label: "No", isCompleted: true },
        redirect: { url: "/orders", target: "_self" },
      },
    ],
    hasMore: false,
    filter: {},
  });
});

/** Texts that Postgres takes, many of them with what html has a meaning for. */
const anyText = fc
  .oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."<>&;\"'/!?#x3bnbsp \n\t{}") }))
  .filter((text) => !text.includes("\0"));

test.each([
  ["of version 1", { content: "Hi {{name}}!" }, ["Hi ", "!"]],
  ["with markup around it", { content: "<b>Hi</b> {{name}}!" }, ["Hi ", "!"]],
  ["that is not escaped", { content: "Hi {{name}}!", unescaped: true as const }, ["Hi ", "!"]],
])(
  "any value of a template %s is answered as it is, and to pages as html of it",
  async (_, fields, [before, after]) => {
    const values = fc.sample(anyText, 60);
    const template = { type: "in_app" as const, ...fields, subject: "For {{name}}" };
    const stored = values.map((name) => {
      const source = { channel: "in_app" as const, template, shared: { payload: { name } } };
      const rendered = renderMessage(source, { subscriber: {} }, { remainingMs: () => 1_000, memory: 1_000_000 });
      if (rendered.channel !== "in_app") throw new Error("An in-app template makes an in-app message");
      return { content: rendered.content, contentFormat: rendered.format, subject: rendered.subject };
    });
    const { get, subscriber } = await inboxWith(...stored);
    const shown = (await get("?limit=100")).json().data.reverse();
    const bodies = values.map((value) => `${before}${value}${after}`);
    expect(shown.map(({ body }: { body: string }) => body)).toEqual(bodies);
    const subjects = stored.map(({ subject }) => subject);
    expect(shown.map(({ subject }: { subject: string }) => subject)).toEqual(subjects);
    const feed = await app.inject({ url: "/v1/widgets/notifications/feed?limit=100", headers: subscriber.headers });
    const pages: { content: string; subject: string }[] = feed.json().data.reverse();
    expect(pages.map(({ content }) => htmlToText(content))).toEqual(bodies);
    expect(pages.map(({ subject }) => subject)).toEqual(subjects.map(escapeHtml));
  },
);

test("a notification has its markup where there is some, and names whom it comes from", async () => {
  const { id: actorId } = await createTestSubscriber(db, environment.scope, {
    avatar: "https://example.com/grace.png",
  });
  const { get } = await inboxWith(
    { content: "Hi <b>Ada</b>", contentFormat: "html", actorId },
    { content: "5 &lt; 6", contentFormat: "html", actor: { type: "system_icon", data: "warning" } },
    { content: "<b>", contentFormat: "text", actor: { type: "none", data: null }, actorId },
  );
  expect((await get("")).json().data).toMatchObject([
    { body: "<b>" },
    { body: "5 < 6", actor: { type: "system_icon", data: "warning" } },
    {
      body: "Hi Ada",
      bodyHtml: "Hi <b>Ada</b>",
      actor: { type: "user", data: "https://example.com/grace.png", name: "Grace" },
    },
  ]);
  const [third, second] = (await get("")).json().data;
  expect([third.bodyHtml, third.actor, second.bodyHtml]).toEqual([undefined, undefined, undefined]);
});

test("a message that is stored as html is answered as its text, and to the subscriber's callers as it is stored", async () => {
  const content = "Hi O&#39;Brien<br /><b>now</b>";
  const { get, subscriber } = await inboxWith({ content, subject: "Tom & Co" });
  expect((await get("")).json().data).toMatchObject([{ body: "Hi O'Brien\nnow", subject: "Tom & Co" }]);
  const url = `/v1/subscribers/${subscriber.subscriberId}/notifications/feed`;
  for (const address of [url, `/v1/messages?subscriberId=${subscriber.subscriberId}`]) {
    const reply = await app.inject({ url: address, headers: environment.headers });
    expect(reply.json().data, address).toMatchObject([{ content, subject: "Tom &amp; Co" }]);
  }
});

test("pages follow each other, by the last notification shown or by an offset, newest first", async () => {
  const { ids, get } = await inboxWith({}, {}, {}, {}, {});
  const shown = async (query: string) => {
    const { data, hasMore } = (await get(query)).json();
    return [...data.map(({ id }: { id: string }) => ids.indexOf(id)), hasMore];
  };
  expect(await shown("?limit=2")).toEqual([4, 3, true]);
  expect(await shown(`?limit=2&after=${ids[3]}`)).toEqual([2, 1, true]);
  expect(await shown(`?limit=2&offset=4&after=${ids[1]}`)).toEqual([0, false]);
  expect(await shown("?limit=2&offset=3")).toEqual([1, 0, false]);
});

test("each flag narrows a list, and one that is left out does not", async () => {
  const { listed } = await inboxWith(
    {},
    { seen: true },
    { seen: true, read: true },
    { seen: true, read: true, archived: true },
    { snoozedUntil: later() },
  );
  expect(await listed("limit=10")).toEqual([0, 1, 2, 3, 4]);
  expect(await listed("archived=false&snoozed=false")).toEqual([0, 1, 2]);
  expect(await listed("archived=true")).toEqual([3]);
  expect(await listed("snoozed=true")).toEqual([4]);
  expect(await listed("read=false&snoozed=false")).toEqual([0, 1]);
  expect(await listed("seen=true&read=false")).toEqual([1]);
  expect(await listed("read=undefined&seen=")).toEqual([0, 1, 2, 3, 4]);
});

test("tags of one group are alternatives, and every group has to match", async () => {
  const { listed } = await inboxWith({ tags: ["a"] }, { tags: ["b"] }, { tags: ["a", "c"] }, {});
  expect(await listed("tags[]=a&tags[]=b")).toEqual([0, 1, 2]);
  expect(await listed("tags=c")).toEqual([2]);
  expect(await listed("tags[0][]=a&tags[0][]=b&tags[1][]=c")).toEqual([2]);
});

test("severities and moments of creation narrow a list", async () => {
  const start = Date.UTC(2026, 0, 1);
  const { listed } = await inboxWith(
    { severity: "high", createdAt: new Date(start) },
    { createdAt: new Date(start + 1_000) },
    { severity: "low", createdAt: new Date(start + 2_000) },
  );
  expect(await listed("severity=high")).toEqual([0]);
  expect(await listed("severity[]=low&severity[]=none")).toEqual([1, 2]);
  expect(await listed(`createdGte=${start + 1_000}&createdLte=${start + 1_000}`)).toEqual([1]);
  expect(await listed(`createdLte=${start + 1_500}`)).toEqual([0, 1]);
  const lastOfAll = Date.parse("9999-12-31T23:59:59.999Z");
  expect(await listed(`createdLte=${lastOfAll}`)).toEqual([0, 1, 2]);
});

test.each<[filter: unknown, matches: number[]]>([
  [{}, [0, 1, 2, 3, 4]],
  [{ kind: "order" }, [0, 1]],
  [{ kind: ["order", "invoice"] }, [0, 1, 2]],
  [{ kind: { or: ["invoice", "other"] } }, [2]],
  [{ labels: { and: [{ or: ["x", "w"] }, { or: ["y"] }] } }, [1]],
  [{ labels: "x" }, [0, 1]],
  [{ amount: 5 }, [0]],
  [{ amount: "5" }, [2]],
  [{ kind: "order", amount: 5 }, [0]],
  [{ place: { city: "Rome", zip: ["1", "2"] } }, [3]],
  [{ missing: null }, []],
  [{ empty: null }, [3]],
  [{ kind: [] }, [0, 1, 2, 3, 4]],
  [{ $where: "1" }, []],
  [{ ".kind": "order" }, []],
  [{ constructor: "order" }, []],
  [{ place: { prototype: 1 } }, []],
  [{ "kind') or ('1'='1": "order" }, []],
])("data %j matches by every key", async (filter, matches) => {
  const { listed } = await inboxWith(
    { data: { kind: "order", labels: ["x"], amount: 5 } },
    { data: { kind: "order", labels: ["x", "y"] } },
    { data: { kind: "invoice", amount: "5" } },
    { data: { place: { city: "Rome", zip: "2" }, empty: null } },
    {},
  );
  expect(await listed(`data=${encodeURIComponent(JSON.stringify(filter))}`)).toEqual(matches);
});

test("a data filter by __proto__ matches nothing, wherever it is sent", async () => {
  const { listed, get, ids, subscriber } = await inboxWith({ data: { a: 1 } });
  const hostile = '{"__proto__":{"a":1}}';
  expect(await listed(`data=${encodeURIComponent(hostile)}`)).toEqual([]);
  const counted = await get(`/count?filters=${encodeURIComponent(`[{"data":${hostile}}]`)}`);
  expect(counted.json().data[0].count).toBe(0);
  const deleted = await app.inject({
    method: "POST",
    url: "/v1/inbox/notifications/delete",
    headers: subscriber.headers,
    payload: { data: hostile },
  });
  expect(deleted.statusCode).toBe(204);
  expect((await get("")).json().data[0].id).toBe(ids[0]);
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const many = (length: number) => Array.from({ length }, (_, index) => `tag-${index}`);

test.each([
  ["limit", "limit=0"],
  ["limit", "limit=101"],
  ["offset", "offset=-1"],
  ["after", "after=nonsense"],
  ["after", `after=${randomUUID()}`],
  ["read", "read=maybe"],
  ["seen", "seen=1"],
  ["archived", "archived=yes"],
  ["snoozed", "snoozed=TRUE"],
  ["unread and archived", "read=false&archived=true"],
  ["tags", "tags[a]=b"],
  ["tags", "tags[0][]=a&tags[1]=b"],
  [
    "tags",
    many(101)
      .map((tag) => `tags[]=${tag}`)
      .join("&"),
  ],
  [
    "tags",
    many(10_000)
      .map((tag) => `tags[]=${tag}`)
      .join("&"),
  ],
  [
    "tags",
    many(31)
      .map((tag, index) => `tags[${index}][]=${tag}`)
      .join("&"),
  ],
  ["severity", "severity=urgent"],
  ["severity", "severity[]=high&severity[]=__proto__"],
  ["createdGte", "createdGte=yesterday"],
  ["createdLte", "createdLte=-1"],
  ["createdLte", "createdLte=1e300"],
  ["data", "data=nonsense"],
  ["data", "data=[1]"],
  ["data", `data=${JSON.stringify(deep(3))}`],
  ["data", `data=${JSON.stringify({ a: [[1]] })}`],
  ["data", `data=${JSON.stringify({ a: { or: [1], and: [] } })}`],
  ["data", 'data={"a":1e999}'],
  ["data", `data=${JSON.stringify(Object.fromEntries(many(101).map((key) => [key, 1])))}`],
  ["data", `data=${JSON.stringify({ a: many(501) })}`],
])("a wrong %s is refused by name (%.40s)", async (field, query) => {
  const { get } = await inboxWith({});
  const reply = await get(`?${query}`);
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain(field);
});

async function newFeed(identifier = `feed-${randomUUID()}`) {
  const [feed] = await db
    .insert(feeds)
    .values({ ...environment.scope, name: identifier, identifier })
    .returning();
  if (!feed) throw new Error("Postgres confirmed an insert without a row");
  return feed;
}

test("a list and counts are narrowed to feeds by their identifiers, of which an unknown one holds nothing", async () => {
  const [orders, bills, deleted] = [await newFeed(), await newFeed(), await newFeed()];
  await db.update(feeds).set({ deletedAt: new Date() }).where(eq(feeds.id, deleted.id));
  const { listed, count, get } = await inboxWith(
    { feedId: orders.id },
    { feedId: bills.id },
    {},
    { feedId: deleted.id },
  );
  const both = [orders.identifier, bills.identifier];
  expect(await listed(`feedIdentifier=${orders.identifier}`)).toEqual([0]);
  expect(await listed(both.map((one) => `feedIdentifier[]=${one}`).join("&"))).toEqual([0, 1]);
  expect(await listed(`feedIdentifier=${both.join(",")}`)).toEqual([0, 1]);
  expect(await listed(`feedIdentifier=${orders.identifier}&read=true`)).toEqual([]);
  expect(await listed("feedIdentifier=unknown")).toEqual([]);
  expect(await listed(`feedIdentifier=${deleted.identifier}`)).toEqual([]);
  expect(await listed("feedIdentifier=")).toEqual([0, 1, 2, 3]);
  const filters = [{ feedIdentifier: orders.identifier }, { feedIdentifier: both }, { feedIdentifier: "unknown" }, {}];
  expect((await count(filters)).json().data).toEqual(
    filters.map((filter, index) => ({ filter, count: [1, 2, 0, 4][index] })),
  );
  expect((await get(`?feedIdentifier=${orders.identifier}`)).json().filter).toEqual({
    feedIdentifier: orders.identifier,
  });
});

test("a feed of another environment is unknown", async () => {
  const other = await createTestEnvironment(db);
  const identifier = `feed-${randomUUID()}`;
  const [feed] = await db
    .insert(feeds)
    .values({ ...other.scope, name: "Other", identifier })
    .returning();
  const { listed } = await inboxWith({ feedId: feed?.id ?? null });
  expect(await listed(`feedIdentifier=${identifier}`)).toEqual([]);
});

test("a filter comes back as it was sent", async () => {
  const { get } = await inboxWith();
  const sent = async (query: string) => (await get(`?${query}`)).json().filter;
  const data = encodeURIComponent(JSON.stringify({ a: { or: [1] } }));
  expect(await sent(`tags[]=a&read=false&snoozed=false&severity=high&data=${data}&createdGte=5`)).toEqual({
    tags: ["a"],
    read: false,
    snoozed: false,
    severity: "high",
    data: { a: { or: [1] } },
    createdGte: 5,
  });
  expect(await sent("severity[]=high&tags[0][]=a&tags[1][]=b&seen=true&limit=5")).toEqual({
    severity: ["high"],
    tags: { and: [{ or: ["a"] }, { or: ["b"] }] },
    seen: true,
  });
});

test("counts come in the order of their filters, each with its filter as it was sent", async () => {
  const { count } = await inboxWith(
    { severity: "high", tags: ["a"] },
    { severity: "low", read: true, seen: true },
    { tags: ["b"] },
    { snoozedUntil: later() },
  );
  const bell = { read: false, archived: false, snoozed: false };
  const filters = [
    {},
    { tags: [] },
    { tags: { and: [{ or: ["a", "b"] }] }, data: {} },
    ...["high", "medium", "low", "none"].map((severity) => ({ ...bell, severity })),
    { ...bell, severity: ["high", "none"] },
  ];
  const { data } = (await count(filters)).json();
  expect(data).toEqual(filters.map((filter) => ({ filter, count: expect.any(Number) })));
  expect(data.map(({ count }: { count: number }) => count)).toEqual([4, 4, 2, 1, 0, 0, 1, 2]);
});

test("a count stops at 99", async () => {
  const { count } = await inboxWith(...Array.from({ length: 101 }, () => ({})));
  expect((await count([{ read: false }])).json().data[0].count).toBe(99);
});

test("exact counts go on to the end, each by its filter", async () => {
  const { get } = await inboxWith(
    ...Array.from({ length: 120 }, () => ({})),
    ...Array.from({ length: 110 }, () => ({ read: true, seen: true, severity: "high" as const })),
  );
  const filters = [{}, { read: false }, { severity: "high" }, { seen: true, createdGte: Date.now() + 60_000 }];
  const counts = async (more: string) => {
    const reply = await get(`/count?filters=${encodeURIComponent(JSON.stringify(filters))}${more}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().data.map(({ count }: { count: number }) => count);
  };
  expect(await counts("&exact=true")).toEqual([230, 120, 110, 0]);
  expect(await counts("&exact=false")).toEqual([99, 99, 99, 0]);
  expect((await get("/count?filters=[]&exact=maybe")).statusCode).toBe(400);
});

test.each([
  ["filters", undefined],
  ["filters", "nonsense"],
  ["filters", "{}"],
  ["filters", JSON.stringify(Array.from({ length: 31 }, () => ({})))],
  ["filters.0", "[1]"],
  ["filters.0.read", '[{"read":"false"}]'],
  ["filters.1.archived", '[{},{"archived":1}]'],
  ["unread and archived", '[{"read":false,"archived":true}]'],
  ["filters.0.severity", '[{"severity":"urgent"}]'],
  ["filters.0.tags", '[{"tags":{"or":["a"],"and":[]}}]'],
  ["filters.0.data", '[{"data":"{}"}]'],
  ["filters.0.feedIdentifier", '[{"feedIdentifier":1}]'],
])("counting by wrong %s is refused (%s)", async (field, filters) => {
  const { get } = await inboxWith();
  const reply = await get(`/count${filters === undefined ? "" : `?filters=${encodeURIComponent(filters)}`}`);
  expect(reply.statusCode).toBe(400);
  expect(String(reply.json().message)).toContain(field);
});

test("feed and counts of older clients leave snoozed notifications out", async () => {
  const { ids, subscriber } = await inboxWith({}, { snoozedUntil: later() });
  const get = async (url: string) =>
    (await app.inject({ url: `/v1/widgets/notifications/${url}`, headers: subscriber.headers })).json().data;
  expect((await get("feed")).map(({ _id }: { _id: string }) => _id)).toEqual([ids[0]]);
  expect([await get("unseen"), await get("unread")]).toEqual([{ count: 1 }, { count: 1 }]);
});
