import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { listFailingIntegrations } from "#db/queries/integrations/failing-integrations.ts";
import { findSubscriber, setCredentials } from "#db/queries/subscribers/subscribers.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// Which tokens a refusal removes, and when it is the integration's.

let db: Database;
let vendor: FakeVendor;
let environment: TestEnvironment;
let runner: EventRunner;
/** Answers by device token. */
let answers: Map<string, object>;
/** Happens while a send is under way. */
let meanwhile: () => Promise<unknown>;

beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  vendor = await startFakeVendor();
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  const baseUrls = { "https://exp.host": vendor.url, "https://api.onesignal.com": vendor.url };
  runner = createEventRunner(db, { baseUrls });
  answers = new Map();
  meanwhile = async () => undefined;
  vendor.answer = async (_request, text, response) => {
    const parsed = JSON.parse(text);
    const body = Array.isArray(parsed) ? parsed[0] : parsed;
    const token = String(body.to ?? body.include_subscription_ids);
    await meanwhile();
    const known = body.to ? { data: [{ status: "ok", id: `id-${token}` }] } : { id: `id-${token}` };
    response.end(JSON.stringify(answers.get(token) ?? known));
  };
});
afterEach(async () => {
  await runner.close();
});
afterAll(async () => {
  vendor.close();
  await closeDatabase(db);
});

const gone = { data: [{ status: "error", message: "gone", details: { error: "DeviceNotRegistered" } }] };
const notSubscribed = { id: "", errors: ["All included players are not subscribed"] };

const providers = {
  expo: { apiKey: "hush" },
  "one-signal": { applicationId: "app", apiKey: "hush" },
} as const;

const store = (providerId: string, deviceTokens: string[]) =>
  db.transaction((transaction) =>
    setCredentials(transaction, environment.scope, "ada", { providerId, credentials: { deviceTokens } }, "append"),
  );

/** Sends a push message to these devices of a subscriber. */
async function sendTo(providerId: keyof typeof providers, deviceTokens: string[]): Promise<void> {
  await addIntegration(db, environment.scope, {
    channel: "push",
    providerId,
    identifier: providerId,
    credentials: providers[providerId],
  });
  await storeSubscribers(db, environment.scope, [{ subscriberId: "ada" }]);
  await store(providerId, deviceTokens);
  await sendAgain();
}

async function sendAgain(): Promise<void> {
  const workflow = await aWorkflow(db, environment, [aStep("push", { title: "T", content: "C" })]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.toEnd(ref, { again: true });
}

const tokensOf = async () =>
  (await findSubscriber(db, environment.scope, "ada"))?.channels.flatMap(
    ({ credentials }) => credentials.deviceTokens ?? [],
  );

const problems = async () => (await listFailingIntegrations(db, environment.scope)).map(({ message }) => message);

test("a token that is stored again while it is sent to stays, as the refusal is about the one before", async () => {
  answers.set("t1", gone);
  answers.set("t2", gone);
  meanwhile = () => store("expo", ["t1"]);
  await sendTo("expo", ["t1", "t2", "t3"]);
  expect(await tokensOf()).toEqual(["t1", "t3"]);
  meanwhile = async () => undefined;
  await sendAgain();
  expect(await tokensOf()).toEqual(["t3"]);
});

test("a token from before moments were stored is removed", async () => {
  await sendTo("expo", ["t1", "t2"]);
  await db.$client`update subscribers set tokens_stored_at = '{}' where environment_id = ${environment.environmentId}`;
  answers.set("t1", gone);
  await sendAgain();
  expect(await tokensOf()).toEqual(["t2"]);
});

test.each([
  ["all devices", ["t1", "t2"]],
  ["the only device", ["t1"]],
])(
  "what a vendor says of %s, and of any where the app is another one, is raised on the integration",
  async (_, tokens) => {
    for (const token of tokens) answers.set(token, notSubscribed);
    await sendTo("one-signal", tokens);
    expect(await tokensOf()).toEqual(tokens);
    await expect.poll(problems).toEqual([expect.stringContaining("set up for this app")]);
    // Once the vendor takes a message, it is over.
    answers.clear();
    await sendAgain();
    await expect.poll(problems).toEqual([]);
    expect(await tokensOf()).toEqual(tokens);
  },
);

test("where the vendor takes another device of the message, it means the token", async () => {
  answers.set("t1", notSubscribed);
  answers.set("t3", { id: "", errors: { invalid_player_ids: ["t3"] } });
  await sendTo("one-signal", ["t1", "t2", "t3"]);
  expect(await tokensOf()).toEqual(["t2"]);
  expect(await problems()).toEqual([]);
});

test("refused credentials are raised on the integration, until the vendor takes a message again", async () => {
  const refused = vendor.answer;
  vendor.answer = (_request, _text, response) => {
    response.statusCode = 401;
    response.end(JSON.stringify({ errors: [{ code: "UNAUTHORIZED", message: "no" }] }));
  };
  await sendTo("expo", ["t1"]);
  await expect.poll(problems).toEqual([expect.stringContaining("Expo does not accept the access token")]);
  expect(await tokensOf()).toEqual(["t1"]);
  vendor.answer = refused;
  await sendAgain();
  await expect.poll(problems).toEqual([]);
});
