import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeHours } from "#api/services/subscribers/change-subscriber.ts";
import { upsertSubscriber } from "#api/services/subscribers/upsert-subscribers.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { saveBridgeWorkflow, setBridgeUrl } from "#db/queries/bridge/bridge-workflows.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import { listNotificationGroups } from "#db/queries/notification-groups/notification-groups.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import { bridgeDefinition } from "#domain/steps/bridge-definition.ts";
import type { EventRef } from "#engine/refs.ts";
import { createBridgeClient } from "#providers/bridge/bridge-client.ts";
import { createHttp, type HttpClient } from "#providers/http/http.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent } from "#test/support/event.ts";
import { fakeEngine } from "#test/support/fake-engine.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { hoursFrom } from "#test/support/hours.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { silentLog } from "#test/support/silent-log.ts";
import { createBridgeCalls } from "./ahead/bridge-calls.ts";

let db: Database;
let environment: TestEnvironment;
let bridge: FakeVendor;
const http = createHttp({ allowPrivateHosts: true });
const runners: EventRunner[] = [];
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  bridge = await startFakeVendor();
  environment = await createTestEnvironment(db);
  await db.transaction((transaction) => setBridgeUrl(transaction, environment.scope, `${bridge.url}/api?key=1`));
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close();
});
afterAll(async () => {
  bridge.close();
  await http.close();
  await closeDatabase(db);
});

/** A code-first workflow with steps of these types, by the types' names. */
async function codeFirst(...steps: { type: string; stopping?: boolean }[]) {
  const [group] = await listNotificationGroups(db, environment.scope);
  const author = { creatorId: environment.userId, notificationGroupId: group?.id ?? "" };
  const listed = steps.map(({ type }, index) => ({ stepId: `${type}-${index}`, type }));
  const definition = bridgeDefinition({ workflowId: `code ${randomUUID()}`, steps: listed } as never);
  const stopping = new Set(listed.flatMap(({ stepId }, index) => (steps[index]?.stopping ? [stepId] : [])));
  const id = await db.transaction((transaction) =>
    saveBridgeWorkflow(transaction, environment.scope, author, { definition, active: true, stopping }),
  );
  return (await getWorkflow(db, environment.scope, id)).workflow;
}

/** A runner that calls bridges by `client`, and gives them 5 seconds unless it is said otherwise. */
function aRunner({
  client = http,
  timeoutMs = 5_000,
  slots,
}: {
  client?: HttpClient;
  timeoutMs?: number;
  slots?: number;
} = {}): EventRunner {
  const calls = createBridgeCalls({
    client: createBridgeClient({ http: client, timeoutMs }),
    ...(slots !== undefined && { slots }),
  });
  const runner = createEventRunner(db, { bridge: calls });
  runners.push(runner);
  return runner;
}

async function accepted(types: string[], event: AcceptedEvent = {}): Promise<EventRef> {
  const workflow = await codeFirst(...types.map((type) => ({ type })));
  return (await anAcceptedEvent(db, environment, workflow, { to: "ada", ...event })).ref;
}

const outputs = (value: unknown, rest: object = {}) => JSON.stringify({ outputs: value, ...rest });

const jobsOf = async ({ eventId }: EventRef) =>
  (
    await db.$client`select j.type, j.status from jobs j join runs r on r.id = j.run_id
      where r.event_id = ${eventId} order by r.id, j.position`
  ).map(({ type, status }) => `${type} ${status}`);

const detailsOf = async ({ eventId }: EventRef) =>
  (
    await db.$client`select d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id
      where r.event_id = ${eventId} order by d.created_at`
  ).map(({ detail, status, raw }) => ({ detail, status, raw: raw && JSON.parse(raw) }));

const messagesOf = ({ eventId }: EventRef) =>
  db.$client`select content, subject, data, status from messages where event_id = ${eventId} order by created_at`;

const FAILED = "Bridge execution failed";
const RETRIED = "Failed to get response from Bridge, will be retried";

test("500 twice, then 200: the message is sent once, after waits of two and four seconds that say why", async () => {
  const urls: unknown[] = [];
  bridge.answer = (request, _body, response) => {
    urls.push(request.url);
    if (urls.length < 3) response.writeHead(500).end("broken");
    else response.end(outputs({ body: "at last" }, { metadata: { status: "success", error: false, duration: 1 } }));
  };
  const ref = await accepted(["in_app"]);
  const runner = aRunner();
  const [cohort] = await runner.start(ref);
  expect(await jobsOf(ref)).toEqual(["in_app queued"]);
  if (!cohort) throw new Error("The event has no cohort");
  const waits: number[] = [];
  for (let attempt = 0; attempt < 2; attempt++) {
    const { wake } = await runner.untilItWaits(cohort);
    const wait = (wake?.at ?? 0) - runner.deps.clock().getTime();
    waits.push(wait);
    runner.skip(wait);
  }
  await runner.untilItWaits(cohort);
  expect(waits[0]).toBeGreaterThan(1_000);
  expect(waits[0]).toBeLessThanOrEqual(2_200);
  expect(waits[1]).toBeGreaterThan(3_000);
  expect(waits[1]).toBeLessThanOrEqual(4_300);
  expect(await messagesOf(ref)).toMatchObject([{ content: "at last" }]);
  expect(urls).toHaveLength(3);
  expect(urls[0]).toMatch(/^\/api\?key=1&action=execute&workflowId=code\+[-0-9a-f]+&stepId=in_app-0$/);
  const warning = (retryCount: number) => ({
    detail: RETRIED,
    status: "Warning",
    raw: {
      // Without its query, in which the key stands.
      url: `${bridge.url}/api`,
      statusCode: 500,
      code: "UNKNOWN_BRIDGE_REQUEST_ERROR",
      retryCount,
      message: expect.any(String),
    },
  });
  expect((await detailsOf(ref)).slice(0, 3)).toEqual([
    warning(1),
    warning(2),
    {
      detail: "Successful Bridge response received",
      status: "Pending",
      raw: { status: "success", error: false, duration: 1 },
    },
  ]);
});

test("integers beyond 2^53 reach the code of a workflow with all their digits, and come back so", async () => {
  const bodies: string[] = [];
  bridge.answer = (_request, body, response) => {
    bodies.push(body);
    response.end(outputs({ body: "Order", data: { id: 9007199254740993n } }));
  };
  const ref = await accepted(["in_app"], { payload: { id: 9007199254740995n } });
  await aRunner().toEnd(ref);
  expect(bodies).toEqual([expect.stringContaining('"payload":{"id":9007199254740995}')]);
  expect(await messagesOf(ref)).toMatchObject([{ data: { id: 9007199254740993n } }]);
});

test("a silent bridge is asked three times; then the job fails, and the next step is asked", async () => {
  const asked: unknown[] = [];
  bridge.answer = (request, _body, response) => {
    const step = new URL(request.url ?? "", bridge.url).searchParams.get("stepId");
    asked.push(step);
    if (step === "sms-1") response.end(outputs({ body: "next" }));
  };
  const ref = await accepted(["in_app", "sms"], { to: { subscriberId: "ada", phone: "+1" } });
  await aRunner({ timeoutMs: 1_000 }).toEnd(ref);
  expect(asked).toEqual(["in_app-0", "in_app-0", "in_app-0", "sms-1"]);
  expect(await jobsOf(ref)).toEqual(["in_app failed", "sms completed"]);
  const details = await detailsOf(ref);
  expect(details.slice(0, 3).map(({ detail, raw }) => [detail, raw.code, raw.retryCount])).toEqual([
    [RETRIED, "BRIDGE_REQUEST_TIMEOUT", 1],
    [RETRIED, "BRIDGE_REQUEST_TIMEOUT", 2],
    [FAILED, "BRIDGE_REQUEST_TIMEOUT", 3],
  ]);
});

/** A list in a list, so many times. */
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each<[string, (response: ServerResponse) => void, string]>([
  ["five megabytes", (response) => response.end(outputs({ body: "x".repeat(5_000_000) })), "RESPONSE_READ_ERROR"],
  ["no JSON", (response) => response.end("<html>"), "BRIDGE_PARSE_ERROR"],
  ["JSON of another shape", (response) => response.end('{"outputs":[]}'), "BRIDGE_PARSE_ERROR"],
  ["no outputs", (response) => response.end("{}"), "BRIDGE_PARSE_ERROR"],
  ["outputs of another step", (response) => response.end(outputs({ amount: 1, unit: "days" })), "BRIDGE_PARSE_ERROR"],
  [
    "a message that is too long",
    (response) => response.end(outputs({ body: "x".repeat(300_000) })),
    "BRIDGE_PARSE_ERROR",
  ],
  [
    "a link that runs code",
    (response) => response.end(outputs({ body: "b", redirect: { url: "javascript:alert(1)" } })),
    "BRIDGE_PARSE_ERROR",
  ],
  [
    "data without end",
    (response) => response.end(`{"outputs":{"body":"b","data":{"a":${nested(50_000)}}}}`),
    "BRIDGE_PARSE_ERROR",
  ],
  [
    "a redirect into a private network",
    (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    "MAXIMUM_REDIRECTS_EXCEEDED",
  ],
  ["400", (response) => response.writeHead(400).end('{"message":"no","code":"Own"}'), "Own"],
  [
    "an error without end",
    (response) => response.writeHead(400).end(`{"message":"deep","code":"Own","data":${nested(4_900)}}`),
    "Own",
  ],
  ["401", (response) => response.writeHead(401).end(), "UNKNOWN_BRIDGE_REQUEST_ERROR"],
  ["404 of a tunnel", (response) => response.writeHead(404).end("Tunnel a.b not found"), "TUNNEL_NOT_FOUND"],
  ["404", (response) => response.writeHead(404).end(), "BRIDGE_ENDPOINT_UNAVAILABLE"],
  ["405", (response) => response.writeHead(405).end(), "BRIDGE_METHOD_NOT_CONFIGURED"],
  ["502", (response) => response.writeHead(502).end(), "BRIDGE_ENDPOINT_NOT_FOUND"],
])("a bridge that answers %s is asked once, and the step fails with the reason", async (_, respond, code) => {
  let asked = 0;
  bridge.answer = (_request, _body, response) => {
    asked += 1;
    respond(response);
  };
  const ref = await accepted(["in_app"]);
  expect(await aRunner().toEnd(ref)).toBe(0);
  expect(asked).toBe(1);
  expect(await jobsOf(ref)).toEqual(["in_app failed"]);
  expect(await messagesOf(ref)).toEqual([]);
  const failed = (await detailsOf(ref)).find(({ detail }) => detail === FAILED);
  const url = `${bridge.url}/api`;
  expect(failed).toMatchObject({ status: "Failed", raw: { url, code, message: expect.any(String), retryCount: 1 } });
});

test("a bridge at a private address is not called", async () => {
  let asked = 0;
  bridge.answer = (_request, _body, response) => {
    asked += 1;
    response.end();
  };
  const guarded = createHttp();
  const ref = await accepted(["in_app"]);
  await aRunner({ client: guarded }).toEnd(ref);
  await guarded.close();
  expect(asked).toBe(0);
  expect(await detailsOf(ref)).toMatchObject([
    { detail: FAILED, raw: { code: "INVALID_BRIDGE_URL", message: expect.stringContaining("private network") } },
  ]);
});

test("texts that Postgres cannot store, and names that mean something to JavaScript, are stored as far as they can be", async () => {
  bridge.answer = (_request, _body, response) =>
    response.end('{"outputs":{"body":"a\\u0000b\\ud800c","data":{"__proto__":{"a":1},"constructor":"\\u0000"}}}');
  const ref = await accepted(["in_app"]);
  await aRunner().toEnd(ref);
  expect(await jobsOf(ref)).toEqual(["in_app completed"]);
  const [message] = await messagesOf(ref);
  expect(message?.content).toBe("ab\ufffdc");
  expect(message?.data.constructor).toBe("");
});

test("many subscribers: each is asked for once, within the slots of the host, also when two attempts overlap", async () => {
  let now = 0;
  let most = 0;
  const asked: string[] = [];
  bridge.answer = (_request, body, response) => {
    now += 1;
    most = Math.max(most, now);
    asked.push(JSON.parse(body).subscriber.subscriberId);
    setTimeout(() => {
      now -= 1;
      response.end(outputs({ body: "hello" }));
    }, 5);
  };
  const to = Array.from({ length: 300 }, (_, index) => `member-${index}`);
  const ref = await accepted(["in_app"], { to });
  const [one, another] = [aRunner({ slots: 4 }), aRunner({ slots: 4 })];
  await Promise.all([one.toEnd(ref), another.toEnd(ref)]);
  expect(await messagesOf(ref)).toHaveLength(300);
  expect(new Set(await jobsOf(ref))).toEqual(new Set(["in_app completed"]));
  expect(new Set(asked).size).toBe(300);
  expect(most).toBeLessThanOrEqual(8);
});

test("a run that waits for its bridge is cancelled like any other", async () => {
  bridge.answer = (_request, _body, response) => response.writeHead(503).end();
  const ref = await accepted(["in_app", "sms"]);
  const runner = aRunner();
  const [cohort] = await runner.start(ref);
  await db.transaction((transaction) => cancelEventRow(transaction, environment.scope, ref.transactionId));
  if (cohort) await runner.untilItWaits(cohort);
  expect(await jobsOf(ref)).toEqual(["in_app canceled", "sms canceled"]);
});

test("a subscriber that is deleted meanwhile fails the step without a call", async () => {
  let asked = 0;
  bridge.answer = (_request, _body, response) => {
    asked += 1;
    response.end(outputs(asked === 1 ? { amount: 1, unit: "hours" } : { body: "b" }));
  };
  const ref = await accepted(["delay", "in_app"], { to: "leaving" });
  const runner = aRunner();
  const [cohort] = await runner.start(ref);
  await db.$client`update subscribers set deleted_at = now() where subscriber_id = 'leaving'`;
  runner.skip(3_800_000);
  if (cohort) await runner.untilItWaits(cohort);
  expect(await jobsOf(ref)).toEqual(["delay failed", "in_app failed"]);
  expect((await detailsOf(ref)).at(-1)?.detail).toBe("Subscriber not found");
  expect(asked).toBe(1);
});

test.each([
  ["delay", ["delay canceled", "in_app canceled"], "Invalid delay configuration"],
  ["digest", ["digest failed", "in_app completed"], "Delay for next digest could not be calculated"],
])("a %s of code that would outlive its run is refused", async (type, jobs, detail) => {
  bridge.answer = (request, _body, response) =>
    response.end(outputs(request.url?.includes("in_app") ? { body: "b" } : { amount: 6, unit: "weeks" }));
  const ref = await accepted([type, "in_app"]);
  await aRunner().toEnd(ref);
  expect(await jobsOf(ref)).toEqual(jobs);
  expect((await detailsOf(ref)).find((one) => one.detail === detail)).toMatchObject({
    status: "Failed",
    raw: { error: expect.stringContaining("let its code return a shorter wait") },
  });
});

test("a digest by cron ends at the next moment of its schedule; one with a look-back window lets the first event through", async () => {
  bridge.answer = (request, _body, response) => {
    if (request.url?.includes("digest-0")) response.end(outputs({ cron: "0 0 * * *" }));
    else if (request.url?.includes("digest-1")) {
      const lookBackWindow = { amount: 1, unit: "hours" };
      response.end(outputs({ amount: 5, unit: "minutes", digestKey: "order", lookBackWindow }));
    } else response.end(outputs({ body: "b" }));
  };
  const ref = await accepted(["digest", "digest", "in_app"], { payload: { order: 7 } });
  const runner = aRunner();
  await runner.start(ref);
  const [window] = await db.$client`
    select closes_at::text as closes from digest_windows w join runs r on r.id = w.master_run_id
    where r.event_id = ${ref.eventId}`;
  expect(window?.closes).toMatch(/ 00:00:00\+00$/);
  runner.skip(86_400_000 + 60_000);
  await runner.untilItWaits({ event: ref, cohort: 0 });
  expect(await jobsOf(ref)).toEqual(["digest completed", "digest skipped", "in_app completed"]);
});

test("the code's data for a provider stands between the overrides of the channel and of the provider", async () => {
  const chats: { url: string | undefined; body: unknown }[] = [];
  const room = await startFakeVendor();
  room.answer = (request, body, response) => {
    chats.push({ url: request.url, body: JSON.parse(body) });
    response.end(JSON.stringify({ id: "1" }));
  };
  const integrationId = await addIntegration(db, environment.scope, {
    channel: "chat",
    providerId: "discord",
    identifier: "discord",
  });
  const channels = [{ providerId: "discord", integrationId, credentials: { webhookUrl: `${room.url}/own` } }];
  await db.$client`
    insert into subscribers (organization_id, environment_id, subscriber_id, channels)
    values (${environment.scope.organizationId}, ${environment.environmentId}, 'chatty', ${JSON.stringify(channels)}::jsonb)`;
  const provider = {
    webhookUrl: `${room.url}/code`,
    username: "code",
    avatarUrl: "code",
    iconUrl: "code",
    _passthrough: { body: { tts: true, own: "code" } },
  };
  bridge.answer = (_request, _body, response) =>
    response.end(outputs({ body: "hi" }, { providers: { discord: provider } }));
  const ref = await accepted(["chat"], {
    to: "chatty",
    overrides: {
      chat: { iconUrl: "channel", avatarUrl: "channel" },
      discord: { username: "caller", _passthrough: { body: { caller: 1, own: "caller" } } },
    },
  });
  await aRunner().toEnd(ref);
  room.close();
  expect(await jobsOf(ref)).toEqual(["chat completed"]);
  expect(chats).toMatchObject([
    { url: "/code?wait=true", body: { content: "hi", avatar_url: "code", tts: true, caller: 1, own: "caller" } },
  ]);
  expect(JSON.stringify(chats)).toContain("caller");
  expect(JSON.stringify(chats)).not.toContain("channel");
});

test("the body of a text message is that of the code, whatever the overrides of the channel say", async () => {
  bridge.answer = (_request, _body, response) => response.end(outputs({ body: "code" }));
  const ref = await accepted(["sms"], {
    to: { subscriberId: "ada", phone: "+1" },
    overrides: { sms: { content: "x" } },
  });
  await aRunner().toEnd(ref);
  expect(await messagesOf(ref)).toMatchObject([{ content: "code" }]);
});

test("a message outside the hours of its subscriber is made when they open, by what the code returns then", async () => {
  let asked = 0;
  bridge.answer = (_request, _body, response) => {
    asked += 1;
    response.end(outputs({ subject: "Hi", body: `answer ${asked}` }));
  };
  const { scope } = environment;
  const call = { scope, caller: { kind: "system" as const } };
  const { engine } = fakeEngine();
  await upsertSubscriber({ db, engine }, call, { subscriberId: "sleeper", email: "sleeper@example.com" });
  const runner = aRunner();
  await changeHours({ db, engine, log: silentLog }, call, "sleeper", { hours: hoursFrom(120).hours });
  const ref = await accepted(["email"], { to: "sleeper" });
  await runner.start(ref);
  expect([await jobsOf(ref), await messagesOf(ref)]).toEqual([["email delayed"], []]);
  await runner.toEnd(ref);
  expect(await jobsOf(ref)).toEqual(["email completed"]);
  expect(await messagesOf(ref)).toMatchObject([{ content: "answer 2" }]);
  expect(asked).toBe(2);
});
