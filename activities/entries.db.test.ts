import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { markReopened } from "#db/queries/cohorts/reopen-cohort.ts";
import { markStopped, stopRuns } from "#db/queries/cohorts/stop-cohort.ts";
import type { LeasedDelivery } from "#db/queries/deliveries/lease-deliveries.ts";
import { recordOutcomes } from "#db/queries/deliveries/record-outcomes.ts";
import { setCredentials } from "#db/queries/subscribers/change-subscriber.ts";
import { findSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { EventRef } from "#engine/refs.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { expectTrueCounters } from "#test/support/expect-true-counters.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// Chat and push go to each of the subscriber's entries, through the integration that the entry belongs to.

interface Call {
  path: string;
  body: Record<string, unknown>;
}
interface Answer {
  status: number;
  body?: string;
}

let db: Database;
let vendor: FakeVendor;
let environment: TestEnvironment;
let calls: Call[];
/** The vendors' answers by webhook path or device token; the last one stays. */
let answers: Map<string, Answer[]>;
let runners: EventRunner[] = [];

beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  vendor = await startFakeVendor();
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  calls = [];
  answers = new Map();
  vendor.answer = ({ url = "" }, text, response) => {
    const parsed = JSON.parse(text);
    const body = Array.isArray(parsed) ? parsed[0] : parsed;
    calls.push({ path: url, body });
    const planned = answers.get(body.to?.[0] ?? url) ?? [];
    const { status, body: answer } = (planned.length > 1 ? planned.shift() : planned[0]) ?? { status: 200 };
    response.writeHead(status).end(answer ?? (body.to ? ok(`ticket-${body.to[0]}`) : "ok"));
  };
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.close()));
  runners = [];
});
afterAll(async () => {
  vendor.close();
  await closeDatabase(db);
});

const ok = (id: string) => JSON.stringify({ data: [{ status: "ok", id }] });
const unregistered: Answer = {
  status: 200,
  body: JSON.stringify({ data: [{ status: "error", message: "gone", details: { error: "DeviceNotRegistered" } }] }),
};

const slackApp = { applicationId: "A1", clientId: "1.2", secretKey: "hush" };
const addSlack = (identifier: string, active = true) =>
  addIntegration(db, environment.scope, {
    channel: "chat",
    providerId: "slack",
    identifier,
    active,
    credentials: slackApp,
  });
const addExpo = (identifier: string) =>
  addIntegration(db, environment.scope, {
    channel: "push",
    providerId: "expo",
    identifier,
    credentials: { apiKey: "hush" },
  });
const switchOff = (id: string) => db.$client`update integrations set active = false where id = ${id}`;

/** Stores credentials of a subscriber with the integration of this identifier. */
async function connect(subscriberId: string, providerId: string, integrationIdentifier: string, credentials: object) {
  await storeSubscribers(db, environment.scope, [{ subscriberId }]);
  const named = { providerId, integrationIdentifier, credentials: { ...credentials } };
  await db.transaction((transaction) => setCredentials(transaction, environment.scope, subscriberId, named, "set"));
}

const hook = (path: string) => ({ webhookUrl: `${vendor.url}${path}` });

/** A subscriber with an entry for each of these webhooks, each of an integration of its own. */
async function withSlack(subscriberId: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const identifier = `slack-${subscriberId}${path.replaceAll("/", "-")}`;
    await addSlack(identifier);
    await connect(subscriberId, "slack", identifier, hook(path));
  }
}

function aWorker(): EventRunner {
  const runner = createEventRunner(db, { baseUrls: { "https://exp.host": vendor.url } });
  runners.push(runner);
  return runner;
}

async function anEvent(steps: object[], event: AcceptedEvent = {}): Promise<EventRef> {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada", ...event });
  return ref;
}

/** Runs an event for `ada` to its end. */
async function run(steps: object[], event: AcceptedEvent = {}): Promise<EventRef> {
  const ref = await anEvent(steps, event);
  await aWorker().toEnd(ref);
  return ref;
}

const jobsOf = async ({ eventId }: EventRef) =>
  (
    await db.$client`
      select j.type, j.status, j.error from jobs j join runs r on r.id = j.run_id
      where r.event_id = ${eventId} order by j.position`
  ).map(({ type, status, error }) => [type, status, ...(error ? [error.message] : [])].join(" "));

const storedDetails = ({ eventId }: EventRef) => db.$client<
  { detail: string; status: string; raw: string | null; provider: string | null }[]
>`
  select d.detail, d.status, d.raw, d.provider_id as provider from execution_details d join runs r on r.id = d.run_id
  where r.event_id = ${eventId} order by d.created_at`;

const detailsOf = async (event: EventRef) =>
  (await storedDetails(event)).map(({ detail, status }) => `${detail} (${status})`);

const messagesOf = ({ eventId }: EventRef) =>
  db.$client`select * from messages where event_id = ${eventId} order by created_at`;

const tokensOf = async (subscriberId = "ada") =>
  (await findSubscriber(db, environment.scope, subscriberId))?.channels.map(
    ({ credentials }) => credentials.deviceTokens,
  );

/** Nothing of the event is open, and its counters agree with its rows. */
async function expectAtRest(event: EventRef): Promise<void> {
  await expectTrueCounters(db, event);
  const open = await db.$client`
    select 1 from cohorts where event_id = ${event.eventId} and due_at is not null
    union all select 1 from runs where event_id = ${event.eventId} and due_at is not null
    union all select 1 from deliveries where event_id = ${event.eventId} and state = 'open'`;
  expect(open).toHaveLength(0);
}

const chatStep = aStep("chat", { content: "Tea & {{ what }}" });
const pushStep = aStep("push", { title: "Hi {{ subscriber.firstName }}", content: "Tea & {{ what }}" });
const payload = { what: "<cake> of Ann's" };

describe("a chat step", () => {
  test("hands the adapter what the event passes through for the provider, and sends nothing of Belfry's own", async () => {
    await withSlack("ada", ["/a"]);
    const _passthrough = { body: { icon_emoji: ":bell:" }, query: { thread: "7" }, headers: { "x-team": 7 } };
    await run([chatStep], { payload, overrides: { slack: { username: "Belfry", _passthrough } } });
    expect(calls).toEqual([
      { path: "/a?thread=7", body: { text: "Tea & &lt;cake&gt; of Ann's", username: "Belfry", icon_emoji: ":bell:" } },
    ]);
  });

  test("sends the blocks of its step, whose fields those of the event replace", async () => {
    await withSlack("ada", ["/a"]);
    const slack = { blocks: [{ type: "section", text: "{{ what }}" }], username: "Step" };
    const step = aStep("chat", { content: "Tea", providers: { slack, msteams: { title: "{{ what }}" } } });
    await run([step], { payload, overrides: { slack: { username: "Belfry" } } });
    const blocks = [{ type: "section", text: "&lt;cake&gt; of Ann's" }];
    expect(calls).toEqual([{ path: "/a", body: { text: "Tea", blocks, username: "Belfry" } }]);
  });

  test("sends to each entry; one that fails leaves the job completed, and says why", async () => {
    await withSlack("ada", ["/a", "/b"]);
    answers.set("/a", [{ status: 404, body: "no_service" }]);
    const event = await run([chatStep, aStep("in_app")], { payload });
    expect(calls.map(({ path }) => path).sort()).toEqual(["/a", "/b"]);
    expect(calls[0]?.body).toEqual({ text: "Tea & &lt;cake&gt; of Ann's" });
    expect(await jobsOf(event)).toEqual(["chat completed", "in_app completed"]);
    expect(await messagesOf(event)).toMatchObject([
      {
        channel: "chat",
        provider_id: "slack",
        content: "Tea & <cake> of Ann's",
        status: "error",
        error_id: "unexpected_chat_error",
        error_text: "no_service",
      },
      { channel: "chat", provider_id: "slack", status: "sent", error_id: null },
      { channel: "in_app" },
    ]);
    const details = await detailsOf(event);
    expect(details.slice(0, 4)).toEqual([
      "Integration instance selected (Pending)",
      "Message created (Pending)",
      "Integration instance selected (Pending)",
      "Message created (Pending)",
    ]);
    expect(details.slice(4, 6).sort()).toEqual(["Message sent (Success)", "Unexpected provider error (Failed)"]);
    // No history shows an address: who has it can write there.
    for (const { raw } of await storedDetails(event)) expect(raw ?? "").not.toContain(vendor.url);
    await expectAtRest(event);
  });

  test.each([
    [1, ["/a"]],
    [2, ["/a", "/b"]],
  ])("of %i entries that all fail, the job fails, and the run goes on", async (_, paths) => {
    await withSlack("ada", paths);
    for (const path of paths) answers.set(path, [{ status: 410 }]);
    const event = await run([chatStep, aStep("in_app")], { payload });
    expect(await jobsOf(event)).toEqual([`chat failed ${DETAILS.allChatFailed}`, "in_app completed"]);
    const details = await detailsOf(event);
    expect(details.filter((detail) => detail === "Unexpected provider error (Failed)")).toHaveLength(paths.length);
    expect(details).toContain("All chat channels failed to send the message (Failed)");
    await expectAtRest(event);
  });

  test("for a subscriber without entries fails and stores no message, also where there are entries of other channels", async () => {
    await addExpo("expo");
    await connect("ada", "expo", "expo", { deviceTokens: ["t1"] });
    const event = await run([chatStep], { payload });
    expect(await jobsOf(event)).toEqual([`chat failed ${DETAILS.noChannel}`]);
    expect(await detailsOf(event)).toEqual(["Subscriber does not have a configured channel (Failed)"]);
    expect(await messagesOf(event)).toHaveLength(0);
    await expectAtRest(event);
  });

  test("what a payload says calls nobody in Slack, unless the step prints it raw", async () => {
    await withSlack("ada", ["/a"]);
    const content = "<!here> {{text}} {{text | raw}}";
    const event = await run([aStep("chat", { content })], { payload: { text: "<!channel> & you" } });
    expect(calls.map(({ body }) => body.text)).toEqual(["<!here> &lt;!channel&gt; &amp; you <!channel> & you"]);
    expect(await messagesOf(event)).toMatchObject([{ content: "<!here> <!channel> & you <!channel> & you" }]);
  });

  test("an entry whose integration was switched off fails with the reason, and the other is sent to", async () => {
    const off = await addSlack("off");
    await connect("ada", "slack", "off", hook("/off"));
    await withSlack("ada", ["/on"]);
    await switchOff(off);
    const event = await run([chatStep], { payload });
    expect(calls.map(({ path }) => path)).toEqual(["/on"]);
    expect(await jobsOf(event)).toEqual(["chat completed"]);
    expect(await messagesOf(event)).toMatchObject([
      { status: "warning", error_id: "chat_missing_integration_error", provider_id: "slack" },
      { status: "sent" },
    ]);
    const [first, ...others] = await storedDetails(event);
    expect(first).toMatchObject({ detail: DETAILS.noIntegration, status: "Failed", provider: "slack" });
    expect(JSON.parse(first?.raw ?? "")).toEqual({ reason: expect.stringContaining("integration off of slack") });
    expect(others.at(-1)).toMatchObject({ detail: DETAILS.messageSent });
    await expectAtRest(event);
  });

  test("entries that all fail before anything is sent fail the job at once", async () => {
    const off = await addSlack("off");
    await connect("ada", "slack", "off", hook("/off"));
    await addSlack("bare");
    await connect("ada", "slack", "bare", { channel: "general" });
    await switchOff(off);
    const event = await run([chatStep], { payload });
    expect(calls).toEqual([]);
    expect(await detailsOf(event)).toEqual([
      "Subscriber does not have an active integration (Failed)",
      "Webhook URL for the chat channel is missing (Failed)",
      "All chat channels failed to send the message (Failed)",
    ]);
    expect(await messagesOf(event)).toMatchObject([
      { status: "warning", error_id: "chat_missing_integration_error", provider_id: "slack" },
      { status: "warning", error_id: "no_subscriber_chat_channel_id", provider_id: "slack" },
    ]);
    expect(await jobsOf(event)).toEqual([`chat failed ${DETAILS.allChatFailed}`]);
    await expectAtRest(event);
  });

  test("the payload's webhookUrl stands in for that of the entry, and overrides reach the vendor, the provider's first", async () => {
    await withSlack("ada", ["/a"]);
    await run([chatStep], {
      payload: { ...payload, ...hook("/payload") },
      overrides: { chat: { thread_ts: "1", username: "x" }, slack: { thread_ts: "2", customData: { mrkdwn: false } } },
    });
    expect(calls).toEqual([
      { path: "/payload", body: { text: "Tea & &lt;cake&gt; of Ann's", thread_ts: "2", username: "x", mrkdwn: false } },
    ]);
  });

  test("sends to the address that the trigger itself brings, from then on", async () => {
    await addSlack("inline");
    const channels = [{ providerId: "slack", credentials: hook("/inline") }];
    const event = await run([chatStep], { to: { subscriberId: "ada", channels } });
    expect(await jobsOf(event)).toEqual(["chat completed"]);
    await run([chatStep]);
    expect(calls.map(({ path }) => path)).toEqual(["/inline", "/inline"]);
  });

  test("a trigger that names an integration is sent to its entry alone; an unknown one fails", async () => {
    await withSlack("ada", ["/a", "/b"]);
    await run([chatStep], { overrides: { chat: { integrationIdentifier: "slack-ada-b" } } });
    expect(calls.map(({ path, body }) => [path, Object.keys(body)])).toEqual([["/b", ["text"]]]);
    const event = await run([chatStep], { overrides: { chat: { integrationIdentifier: "nobody" } } });
    const [first] = await storedDetails(event);
    expect(first).toMatchObject({ detail: DETAILS.noIntegration, raw: '{"integrationIdentifier":"nobody"}' });
    expect(await jobsOf(event)).toEqual([`chat failed ${DETAILS.allChatFailed}`]);
  });

  test("a step that names an integration is sent to its entry alone; of one that is not there, to all", async () => {
    await withSlack("ada", ["/a", "/b"]);
    await run([{ ...chatStep, integrationIdentifier: "slack-ada-b" }]);
    expect(calls.map(({ path }) => path)).toEqual(["/b"]);
    await run([{ ...chatStep, integrationIdentifier: "nobody" }]);
    expect(calls.map(({ path }) => path).sort()).toEqual(["/a", "/b", "/b"]);
  });

  test("a template that cannot be rendered fails once, with a message that says so", async () => {
    await withSlack("ada", ["/a", "/b"]);
    const event = await run([aStep("chat", { content: "{% for x in (1..100000000) %}{{ x }}{% endfor %}" })]);
    expect(await detailsOf(event)).toEqual(["Message content could not be generated (Failed)"]);
    expect(await messagesOf(event)).toMatchObject([{ status: "error", error_id: "unexpected_chat_error" }]);
    expect(calls).toEqual([]);
  });

  test("an entry that is tried again delays the end of the job, and the one that was sent is not sent again", async () => {
    await withSlack("ada", ["/a", "/b"]);
    answers.set("/b", [{ status: 503 }, { status: 200, body: "ok" }]);
    const event = await anEvent([chatStep, aStep("in_app")], { payload });
    const worker = aWorker();
    await worker.start(event);
    expect(await jobsOf(event)).toEqual(["chat running", "in_app pending"]);
    await worker.toEnd(event, { again: true });
    expect(calls.map(({ path }) => path).sort()).toEqual(["/a", "/b", "/b"]);
    expect(await jobsOf(event)).toEqual(["chat completed", "in_app completed"]);
    await expectAtRest(event);
  });

  test("a resume sends what failed, once, although the run has gone on, and ends the job", async () => {
    await withSlack("ada", ["/a", "/b", "/c"]);
    for (const path of ["/a", "/b", "/c"]) answers.set(path, [{ status: 404 }]);
    const event = await run([chatStep, aStep("in_app")], { payload });
    expect(await jobsOf(event)).toEqual([`chat failed ${DETAILS.allChatFailed}`, "in_app completed"]);
    answers.delete("/b");
    calls = [];
    await markReopened(db, environment.scope, event.eventId);
    await aWorker().toEnd(event, { again: true });
    expect(calls.map(({ path }) => path).sort()).toEqual(["/a", "/b", "/c"]);
    expect(await jobsOf(event)).toEqual(["chat completed", "in_app completed"]);
    await expectAtRest(event);
  });
});

describe("a push step", () => {
  beforeEach(async () => {
    await addExpo("expo");
    await connect("ada", "expo", "expo", { deviceTokens: ["t1", "t2", "t3"] });
  });

  test("sends to each device once, with one message", async () => {
    const event = await run([pushStep, aStep("in_app")], { payload, to: { subscriberId: "ada", firstName: "Ada" } });
    expect(calls.map(({ body }) => body.to).sort()).toEqual([["t1"], ["t2"], ["t3"]]);
    expect(calls[0]?.body).toMatchObject({ title: "Hi Ada", body: "Tea & <cake> of Ann's", data: payload });
    expect(await jobsOf(event)).toEqual(["push completed", "in_app completed"]);
    const [message, , another] = await messagesOf(event);
    expect(another).toBeUndefined();
    expect(message).toMatchObject({
      title: "Hi Ada",
      content: "Tea & <cake> of Ann's",
      device_tokens: ["t1", "t2", "t3"],
      status: "sent",
    });
    expect(message?.identifier).toMatch(/^ticket-t\d$/);
    const details = await storedDetails(event);
    expect(details.slice(0, 5).map(({ detail }) => detail)).toEqual([
      "Integration instance selected",
      "Message created: expo",
      ...Array(3).fill("Message sent: expo"),
    ]);
    const raw = details.flatMap(({ detail, raw }) => (detail === "Message sent: expo" ? [JSON.parse(raw ?? "")] : []));
    expect(raw.map(({ deviceToken }) => deviceToken).sort()).toEqual(["t1", "t2", "t3"]);
    for (const { deviceToken, result } of raw) expect(result.id).toBe(`ticket-${deviceToken}`);
    await expectAtRest(event);
  });

  test("removes exactly the token that the provider does not know, from exactly that entry, and fails", async () => {
    await addExpo("other");
    await connect("ada", "expo", "other", { deviceTokens: ["t2", "t4"], channel: "kept" });
    await connect("bob", "expo", "expo", { deviceTokens: ["t2"] });
    // The other entry has the same token, which is known there.
    answers.set("t2", [unregistered, { status: 200, body: ok("known") }]);
    const event = await anEvent([pushStep, aStep("in_app")], {
      payload,
      overrides: { push: { integrationIdentifier: "expo" } },
    });
    await aWorker().toEnd(event);
    expect(calls.map(({ body }) => body.to).sort()).toEqual([["t1"], ["t2"], ["t3"]]);
    expect(await tokensOf()).toEqual([
      ["t1", "t3"],
      ["t2", "t4"],
    ]);
    expect(await tokensOf("bob")).toEqual([["t2"]]);
    expect(await jobsOf(event)).toEqual([`push failed ${DETAILS.pushFailed}`, "in_app completed"]);
    expect(await messagesOf(event)).toMatchObject([
      { channel: "push", status: "error", error_id: "unexpected_push_error", error_text: "gone" },
      { channel: "in_app" },
    ]);
    const details = await storedDetails(event);
    const removed = details.filter(({ detail }) => detail === DETAILS.tokenRemoved);
    expect(removed).toMatchObject([{ status: "Warning", provider: "expo" }]);
    expect(JSON.parse(removed[0]?.raw ?? "")).toMatchObject({ deviceToken: "t2" });
    const failed = details.find(({ detail }) => detail === DETAILS.providerError);
    expect(JSON.parse(failed?.raw ?? "")).toMatchObject({ class: "TOKEN", deviceToken: "t2" });
    expect(details.filter(({ detail }) => detail === DETAILS.pushFailed)).toHaveLength(1);
    await expectAtRest(event);
  });

  test("removes all tokens of one entry that the provider does not know at once, and keeps the entry", async () => {
    for (const token of ["t1", "t2", "t3"]) answers.set(token, [unregistered]);
    const event = await run([pushStep], { payload });
    expect(await tokensOf()).toEqual([[]]);
    expect((await detailsOf(event)).filter((detail) => detail.startsWith(DETAILS.tokenRemoved))).toHaveLength(3);
    await expectAtRest(event);
  });

  test("keeps a token through failures that pass, and a retry sends to that device alone", async () => {
    answers.set("t2", [{ status: 503 }, { status: 429 }, { status: 200, body: ok("at last") }]);
    const event = await run([pushStep, aStep("in_app")], { payload });
    const tokens = calls.map(({ body }) => String(body.to)).sort();
    expect(tokens).toEqual(["t1", "t2", "t2", "t2", "t3"]);
    expect(await tokensOf()).toEqual([["t1", "t2", "t3"]]);
    expect(await jobsOf(event)).toEqual(["push completed", "in_app completed"]);
    await expectAtRest(event);
  });

  test("keeps a token that is refused for good for another reason", async () => {
    const body = JSON.stringify({ data: [{ status: "error", message: "big", details: { error: "MessageTooBig" } }] });
    answers.set("t1", [{ status: 200, body }]);
    const event = await run([pushStep], { payload });
    expect(await tokensOf()).toEqual([["t1", "t2", "t3"]]);
    expect(await jobsOf(event)).toEqual([`push failed ${DETAILS.pushFailed}`]);
  });

  test("takes the devices and fields that the caller names for the provider, and none for the channel", async () => {
    answers.set("given", [unregistered]);
    const overrides = { push: { badge: 9 }, expo: { deviceTokens: ["given", "given", "too"], badge: 3 } };
    const event = await run([pushStep], { payload, overrides });
    expect(calls.map(({ body }) => [body.to, body.badge, body.deviceTokens]).sort()).toEqual([
      [["given"], 3, undefined],
      [["too"], 3, undefined],
    ]);
    // The subscriber has no such token.
    expect(await tokensOf()).toEqual([["t1", "t2", "t3"]]);
    expect(await detailsOf(event)).not.toContain(`${DETAILS.tokenRemoved} (Warning)`);
  });

  test("for a subscriber without entries fails with both details, and stores no message", async () => {
    const event = await run([pushStep], { payload, to: "bob" });
    expect(await detailsOf(event)).toEqual([
      "Subscriber does not have a configured channel (Failed)",
      "There was one or more errors when trying to execute the notification (Failed)",
    ]);
    expect(await jobsOf(event)).toEqual([`push failed ${DETAILS.pushFailed}`]);
    expect(await messagesOf(event)).toHaveLength(0);
    await expectAtRest(event);
  });

  test.each([
    ["without tokens", 1, DETAILS.noDeviceTokens],
    ["whose integration was switched off", 3, DETAILS.noIntegration],
  ] as const)("with an entry %s fails, although %i other sends succeed", async (kind, sends, detail) => {
    const id = await addExpo("other");
    await connect("ada", "expo", "other", { deviceTokens: kind === "without tokens" ? [] : ["t9"] });
    if (kind === "without tokens") await connect("ada", "expo", "expo", { deviceTokens: ["t1"] });
    else await switchOff(id);
    const event = await run([pushStep, aStep("in_app")], { payload });
    expect(calls).toHaveLength(sends);
    expect(await jobsOf(event)).toEqual([`push failed ${DETAILS.pushFailed}`, "in_app completed"]);
    expect((await messagesOf(event)).map(({ channel, status }) => `${channel} ${status}`)).toEqual([
      "push sent",
      "in_app sent",
    ]);
    const details = await storedDetails(event);
    expect(details.find((one) => one.detail === detail)).toMatchObject({ status: "Failed", provider: "expo" });
    expect(details.filter((one) => one.detail === DETAILS.pushFailed)).toHaveLength(1);
    await expectAtRest(event);
  });

  test("two entries without tokens have a detail each and one of the step, and the first shows its entry", async () => {
    await addExpo("other");
    await connect("ada", "expo", "other", {});
    await connect("ada", "expo", "expo", { deviceTokens: [] });
    const event = await run([pushStep], { payload });
    const missing = "Subscriber credentials is missing the tokens for sending a push notification message (Failed)";
    expect(await detailsOf(event)).toEqual([
      missing,
      missing,
      "There was one or more errors when trying to execute the notification (Failed)",
    ]);
    const [first] = await storedDetails(event);
    expect(JSON.parse(first?.raw ?? "")).toEqual({
      _integrationId: expect.any(String),
      integrationIdentifier: "expo",
      providerId: "expo",
      credentials: { deviceTokens: [] },
    });
  });

  test("of two workers at once sends to each device once and removes a token once", async () => {
    answers.set("t2", [unregistered]);
    const event = await anEvent([pushStep, aStep("in_app")], { payload });
    const workers = [aWorker(), aWorker()];
    await Promise.all(workers.map((worker) => worker.start(event, { again: true })));
    await Promise.all(workers.map((worker) => worker.toEnd(event, { again: true })));
    expect(calls.map(({ body }) => String(body.to)).sort()).toEqual(["t1", "t2", "t3"]);
    expect(await tokensOf()).toEqual([["t1", "t3"]]);
    expect((await detailsOf(event)).filter((detail) => detail.startsWith(DETAILS.tokenRemoved))).toHaveLength(1);
    expect(await jobsOf(event)).toEqual([`push failed ${DETAILS.pushFailed}`, "in_app completed"]);
    await expectAtRest(event);
  });

  /** The deliveries of an event that waits for all of them, leased by somebody else. */
  async function leased(): Promise<{ event: EventRef; deliveries: LeasedDelivery[] }> {
    for (const token of ["t1", "t2", "t3"]) answers.set(token, [{ status: 503 }]);
    const event = await anEvent([pushStep], { payload });
    await aWorker().start(event);
    const rows = await db.$client<(LeasedDelivery & { expireAt: string; messageExpireAt: string })[]>`
      update deliveries set lease_owner = gen_random_uuid() where event_id = ${event.eventId}
      returning *, organization_id as "organizationId", environment_id as "environmentId", cohort_id as "cohortId",
        run_id as "runId", job_id as "jobId", message_id as "messageId", message_expire_at as "messageExpireAt",
        integration_id as "integrationId", provider_id as "providerId", lease_owner as owner, is_only as "isOnly",
        is_last as "isLast", expire_at as "expireAt", first_leased_at as "firstLeasedAt"`;
    const deliveries = rows.map((row) => ({
      ...row,
      expireAt: new Date(row.expireAt),
      messageExpireAt: new Date(row.messageExpireAt),
      firstLeasedAt: new Date(row.firstLeasedAt),
    }));
    return { event, deliveries };
  }

  const sentDetail = { text: DETAILS.messageSent, status: "Success", isRetry: false, raw: null } as const;

  test("whose last outcomes are recorded at once, by several connections, ends", async () => {
    for (let round = 0; round < 5; round++) {
      const { event, deliveries } = await leased();
      expect(deliveries).toHaveLength(3);
      const recorded = await Promise.all(
        deliveries.map((delivery) =>
          recordOutcomes(db, [{ delivery, state: "sent", dueAt: null, detail: sentDetail }], new Date()),
        ),
      );
      expect(recorded.map((outcomes) => outcomes.recorded.size)).toEqual([1, 1, 1]);
      expect(await jobsOf(event)).toEqual(["push completed"]);
      await expectAtRest(event);
    }
  });

  test("that is stopped while some of its sends are on their way ends with the last of them", async () => {
    const { event, deliveries } = await leased();
    const [waiting, ...sending] = deliveries;
    if (!waiting) throw new Error("There are deliveries");
    const now = new Date();
    await db.$client`update deliveries set lease_owner = null, due_at = ${now.toISOString()} where id = ${waiting.id}`;
    const cohort = { id: waiting.cohortId, expireAt: waiting.expireAt };
    expect(await markStopped(db, cohort, { reason: "terminated", now })).toBe(true);
    expect(await stopRuns(db, cohort, { reason: "terminated", now, limit: 10 })).toBe(1);
    for (const delivery of sending) {
      expect(await jobsOf(event)).toEqual(["push running"]);
      await recordOutcomes(db, [{ delivery, state: "sent", dueAt: null, detail: sentDetail }], now);
    }
    // One of the devices was not sent to.
    expect(await jobsOf(event)).toEqual([`push failed ${DETAILS.providerError}`]);
    await expectAtRest(event);
  });

  test("that is stopped after a lease has ended is not concluded by who held it: the outcome comes too late", async () => {
    const { event, deliveries } = await leased();
    const [late] = deliveries;
    if (!late) throw new Error("There are deliveries");
    const now = new Date();
    await db.$client`update deliveries set due_at = ${now.toISOString()} where event_id = ${event.eventId}`;
    const cohort = { id: late.cohortId, expireAt: late.expireAt };
    expect(await markStopped(db, cohort, { reason: "terminated", now })).toBe(true);
    expect(await stopRuns(db, cohort, { reason: "terminated", now, limit: 10 })).toBe(1);
    const outcome = { delivery: late, state: "sent" as const, dueAt: null, detail: sentDetail };
    expect((await recordOutcomes(db, [outcome], now)).recorded.size).toBe(0);
    expect(await jobsOf(event)).toEqual([`push failed ${DETAILS.executionEnded}`]);
    const states = await db.$client`select distinct state from deliveries where event_id = ${event.eventId}`;
    expect([...states]).toEqual([{ state: "stopped" }]);
  });

  test("whose outcome is recorded a second time changes nothing: a token that came back in between stays", async () => {
    const { event, deliveries } = await leased();
    const [delivery] = deliveries;
    if (!delivery) throw new Error("There are deliveries");
    const deviceToken = String(delivery.request.target);
    const outcome = {
      delivery,
      state: "failed" as const,
      dueAt: null,
      unknownDevice: deviceToken,
      detail: { text: DETAILS.providerError, status: "Failed", isRetry: false, raw: null } as const,
    };
    expect((await recordOutcomes(db, [outcome], new Date())).recorded.size).toBe(1);
    expect((await tokensOf())?.[0]).not.toContain(deviceToken);
    await connect("ada", "expo", "expo", { deviceTokens: [deviceToken] });
    expect((await recordOutcomes(db, [outcome], new Date())).recorded.size).toBe(0);
    expect(await tokensOf()).toEqual([[deviceToken]]);
    expect((await detailsOf(event)).filter((detail) => detail.startsWith(DETAILS.tokenRemoved))).toHaveLength(1);
  });
});
