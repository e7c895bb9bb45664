import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { listFailingIntegrations } from "#db/queries/integrations/failing-integrations.ts";
import { setCredentials } from "#db/queries/subscribers/change-subscriber.ts";
import { findSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { type FakeVendor, startFakeVendor } from "#test/support/fake-vendor.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// Which tokens a refusal removes, and when it is the integration's.

const HOSTS = [
  "exp.host",
  "api.onesignal.com",
  "fcm.googleapis.com",
  "oauth2.googleapis.com",
  "pushpad.xyz",
  "beams.pushnotifications.pusher.com",
];
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const serviceAccount = JSON.stringify({
  project_id: "shop-1",
  client_email: "push@shop-1.example",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
});

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
  const baseUrls = Object.fromEntries(HOSTS.map((host) => [`https://${host}`, vendor.url]));
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
  fcm: { serviceAccount },
  pushpad: { applicationId: "1", apiKey: "hush" },
  "pusher-beams": { instanceId: "beams", secretKey: "hush" },
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

/** Google's answers by device token; it takes what is sent to any other. */
function answerAsGoogle(refusals: ReadonlyMap<string, { status: number; errorCode: string }>): void {
  vendor.answer = async ({ url }, text, response) => {
    if (url?.startsWith("/token")) {
      response.end(JSON.stringify({ access_token: "ya29.one", expires_in: 3_599, token_type: "Bearer" }));
      return;
    }
    await meanwhile();
    const refusal = refusals.get(JSON.parse(text).message.token);
    if (!refusal) {
      response.end(JSON.stringify({ name: "projects/shop-1/messages/0:1" }));
      return;
    }
    const { status, errorCode } = refusal;
    const details = [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode }];
    response.statusCode = status;
    response.end(JSON.stringify({ error: { code: status, status: "X", message: "no", details } }));
  };
}
const unregistered = { status: 404, errorCode: "UNREGISTERED" };
const mismatch = { status: 403, errorCode: "SENDER_ID_MISMATCH" };

test("Firebase removes what it does not know, unless it was stored again meanwhile", async () => {
  answerAsGoogle(
    new Map([
      ["t1", unregistered],
      ["t2", unregistered],
    ]),
  );
  meanwhile = () => store("fcm", ["t1"]);
  await sendTo("fcm", ["t1", "t2", "t3"]);
  expect(await tokensOf()).toEqual(["t1", "t3"]);
  expect(await problems()).toEqual([]);
});

test("tokens of another Firebase project stay, and are raised on the integration", async () => {
  answerAsGoogle(new Map([["t1", mismatch]]));
  await sendTo("fcm", ["t1"]);
  expect(await tokensOf()).toEqual(["t1"]);
  await expect.poll(problems).toEqual([expect.stringContaining("another Firebase project")]);
});

test.each([
  ["pushpad", 404],
  ["pushpad", 200],
  ["pusher-beams", 404],
  ["pusher-beams", 400],
] as const)("what %s answers with status %s removes nobody, as it goes by users", async (providerId, status) => {
  vendor.answer = (_request, _text, response) => {
    response.statusCode = status;
    response.end(JSON.stringify({ id: 1, scheduled: 0, uids: [], error: "Not found", description: "no" }));
  };
  await sendTo(providerId, ["u1"]);
  expect(await tokensOf()).toEqual(["u1"]);
});
