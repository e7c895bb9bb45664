import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { cancelUnresolvedEvent, getEvent } from "#db/queries/events.ts";
import { upsertSubscribers } from "#db/queries/subscribers.ts";
import { addTopicSubscribers } from "#db/queries/topics.ts";
import { COHORT_SIZE } from "#engine/policies.ts";
import { testDeps } from "#test/support/activity-deps.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { resolveAudience } from "./resolve-audience.ts";

let db: Database;
let environment: TestEnvironment;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  environment = await createTestEnvironment(db);
});
afterAll(() => closeDatabase(db));

const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({ subscriberId: `${prefix}-${i}` }));

async function anEvent(to: unknown, event: object = {}) {
  const workflow = await aWorkflow(db, environment, [aStep("in_app"), aStep("email")]);
  return anAcceptedEvent(db, environment, workflow, { to, ...event });
}

/** Resolves page after page, as the engine does; returns the pages. */
async function resolveAll(
  ref: Awaited<ReturnType<typeof anEvent>>["ref"],
  audience: "direct" | "broadcast" = "direct",
) {
  const resolve = resolveAudience(testDeps(db));
  const pages: string[][] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: { runIds: string[]; next: string | null } = await resolve({ event: ref, audience, cursor });
    pages.push(page.runIds);
    cursor = page.next;
  }
  return pages;
}

async function recipientsOf(eventId: string) {
  const rows = await db.$client<{ subscriber_id: string; source: string }[]>`
    select s.subscriber_id, r.source from runs r join subscribers s on s.id = r.subscriber_id
    where r.event_id = ${eventId} order by 1`;
  return rows.map((row) => `${row.subscriber_id} ${row.source}`);
}

test("an unknown subscriber is created, and a run has a pending job for each active step", async () => {
  const { ref } = await anEvent({ subscriberId: "ada", firstName: "Ada" });
  const [runIds] = await resolveAll(ref);
  expect(await recipientsOf(ref.eventId)).toEqual(["ada single"]);
  const jobs =
    await db.$client`select type, status, position from jobs where run_id = ${runIds?.[0] ?? ""} order by position`;
  expect([...jobs]).toEqual([
    { type: "in_app", status: "pending", position: 0 },
    { type: "email", status: "pending", position: 1 },
  ]);
});

test("the same page resolved again after a crash makes no second run or job", async () => {
  const { ref } = await anEvent(["once", "twice"]);
  const first = await resolveAll(ref);
  expect(await resolveAll(ref)).toEqual(first);
  const [jobs] = await db.$client`select count(*)::int as n from jobs where run_id = any(${first.flat()}::uuid[])`;
  expect(jobs?.n).toBe(4);
});

test("a subscriber gets one run, however often and through however many topics it is reached", async () => {
  await upsertSubscribers(db, environment.scope, named(3, "member"));
  await addTopicSubscribers(db, environment.scope, "first", ["member-0", "member-1"]);
  await addTopicSubscribers(db, environment.scope, "second", ["member-1", "member-2"]);
  const topic = (topicKey: string) => ({ type: "Topic", topicKey });
  const { ref } = await anEvent([topic("first"), "member-0", topic("second"), "member-0", null]);
  await resolveAll(ref);
  expect(await recipientsOf(ref.eventId)).toEqual(["member-0 single", "member-1 topic", "member-2 topic"]);
});

test("the actor gets nothing through a topic, but does when named directly", async () => {
  await upsertSubscribers(db, environment.scope, named(2, "actor"));
  await addTopicSubscribers(db, environment.scope, "actors", ["actor-0", "actor-1"]);
  const actor = { subscriberId: "actor-0" };
  const through = await anEvent([{ type: "Topic", topicKey: "actors" }], { actor });
  await resolveAll(through.ref);
  expect(await recipientsOf(through.ref.eventId)).toEqual(["actor-1 topic"]);
  const direct = await anEvent([{ type: "Topic", topicKey: "actors" }, "actor-0"], { actor });
  await resolveAll(direct.ref);
  expect(await recipientsOf(direct.ref.eventId)).toEqual(["actor-0 single", "actor-1 topic"]);
});

test("an unknown topic is recorded and the rest of the audience is served", async () => {
  const { ref } = await anEvent(["served", { type: "Topic", topicKey: "nowhere" }]);
  await resolveAll(ref);
  expect(await recipientsOf(ref.eventId)).toEqual(["served single"]);
  const event = await getEvent(db, environment.scope, ref.eventId);
  expect(event?.problems).toEqual([
    { kind: "topic_not_found", subject: "nowhere", message: "No topic with key nowhere exists in this environment" },
  ]);
});

test("a recipient whose address is no address gets no run, and the others do", async () => {
  const { ref } = await anEvent([{ subscriberId: "bad", email: "not an address" }, "good"]);
  await resolveAll(ref);
  expect(await recipientsOf(ref.eventId)).toEqual(["good single"]);
  const event = await getEvent(db, environment.scope, ref.eventId);
  expect(event?.problems).toMatchObject([{ kind: "recipient_invalid", subject: "bad" }]);
});

test("a broadcast pages through every living subscriber of its own environment exactly once", async () => {
  const here = await createTestEnvironment(db);
  const count = COHORT_SIZE + 5;
  const { rows } = await upsertSubscribers(db, here.scope, named(count, "s"));
  await db.$client`update subscribers set deleted_at = now() where id = ${rows[0]?.id ?? ""}`;
  const workflow = await aWorkflow(db, here, [aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, here, workflow, { audience: "broadcast" });
  const pages = await resolveAll(ref, "broadcast");
  expect(pages.map((page) => page.length)).toEqual([COHORT_SIZE, 4]);
  expect(new Set(await recipientsOf(ref.eventId)).size).toBe(count - 1);
});

test("an event cancelled before it was resolved reaches nobody", async () => {
  const { ref } = await anEvent(["too-late"]);
  expect(await cancelUnresolvedEvent(db, environment.scope, ref.eventId)).toBe(true);
  expect(await resolveAll(ref)).toEqual([[]]);
  expect(await recipientsOf(ref.eventId)).toEqual([]);
});

test("a page that is the whole audience takes an in-app first step along, and once only", async () => {
  const { ref, stepIds } = await anEvent([{ subscriberId: "swift-1" }, { subscriberId: "swift-2" }]);
  const input = { event: ref, audience: "direct", cursor: "", inAppFirst: stepIds[0] } as const;
  const page = await resolveAudience(testDeps(db))(input);
  expect(page).toEqual({ runIds: page.runIds, next: null, onward: page.runIds });
  expect(page.runIds).toHaveLength(2);
  expect(await resolveAudience(testDeps(db))(input)).toEqual(page);
  const messages = await db.$client`select run_id from messages where run_id = any(${page.runIds}::uuid[])`;
  expect(messages.map(({ run_id }) => run_id).sort()).toEqual([...page.runIds].sort());
});

test("a page that is only the beginning of an audience leaves the first step to its cohort", async () => {
  const { ref, stepIds } = await anEvent(named(COHORT_SIZE + 1, "many"));
  const input = { event: ref, audience: "direct", cursor: "", inAppFirst: stepIds[0] } as const;
  const first = await resolveAudience(testDeps(db))(input);
  expect(first.onward).toBeUndefined();
  const last = await resolveAudience(testDeps(db))({ ...input, cursor: first.next ?? "" });
  expect(last).toEqual({ runIds: last.runIds, next: null });
  expect(await db.$client`select id from messages where run_id = ${first.runIds[0] ?? ""}`).toHaveLength(0);
});
