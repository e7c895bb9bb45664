import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import type { EventRef } from "#engine/refs.ts";
import { ProviderError } from "#providers/provider-error.ts";
import type { SessionCache } from "#providers/session-cache.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

// A mail server takes a mail for some recipients and holds the others back.

let db: Database;
let environment: TestEnvironment;
let runner: EventRunner | undefined;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  await addSmtpServer(db, environment.scope, 25);
});
afterEach(() => runner?.close());
afterAll(() => closeDatabase(db));

const heldBack = {
  addresses: ["boss@example.com"],
  response: "451 4.7.1 Greylisted, please try again in 300 seconds",
  retryAfterSeconds: 300,
};
const partly = { id: "<m@example.com>", warning: "The mail server refused boss@example.com", later: heldBack };
const wholly = { id: "<m@example.com>" };

interface Call {
  id: string;
  remaining: unknown;
}

/** Sends a mail to a server that answers so, one attempt after the other. Returns the attempts, each with its integration. */
async function mailTo(answers: readonly (object | ProviderError)[]): Promise<{ event: EventRef; calls: Call[] }> {
  const calls: Call[] = [];
  const left = [...answers];
  const send: SessionCache["send"] = async ({ id }, request) => {
    calls.push({ id, remaining: Reflect.get(request, "remaining") });
    const answer = left.shift();
    if (answer instanceof ProviderError) throw answer;
    return { ...answer, date: new Date().toISOString() };
  };
  runner = createEventRunner(db, { send });
  const step = aStep("email", { subject: "x", contentType: "customHtml", content: "<p>x</p>" });
  const workflow = await aWorkflow(db, environment, [step]);
  const to = { subscriberId: "ada", email: "ada@example.com" };
  const overrides = { email: { cc: ["boss@example.com"] } };
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, overrides });
  await runner.toEnd(ref);
  return { event: ref, calls };
}

const messagesOf = ({ eventId }: EventRef) => db.$client`
  select status, identifier from messages where event_id = ${eventId}`;
const sentDetails = ({ eventId }: EventRef) => db.$client<{ status: string; raw: string }[]>`
  select d.status, d.raw from execution_details d join runs r on r.id = d.run_id
  where r.event_id = ${eventId} and d.detail = ${DETAILS.messageSent}`;

const remaining = { addresses: ["boss@example.com"], id: "<m@example.com>" };

test("a recipient that is held back gets the mail later, and the others get it once", async () => {
  const { event, calls } = await mailTo([partly, partly, wholly]);
  expect(calls.map((call) => call.remaining)).toEqual([undefined, remaining, remaining]);
  expect(await messagesOf(event)).toEqual([{ status: "sent", identifier: "<m@example.com>" }]);
  expect(await sentDetails(event)).toMatchObject([{ status: "Success" }]);
});

test("a mail that the others have got counts as sent, with a warning, where the held back one is refused in the end", async () => {
  const { event, calls } = await mailTo([partly, new ProviderError("PERMANENT", "550 no such user")]);
  expect(calls).toHaveLength(2);
  expect(await messagesOf(event)).toEqual([{ status: "sent", identifier: "<m@example.com>" }]);
  expect(await sentDetails(event)).toMatchObject([
    { status: "Warning", raw: expect.stringContaining("Sent, but not to boss@example.com: 550 no such user") },
  ]);
});

test("no other integration sends it, as that one would send it to all", async () => {
  await addSmtpServer(db, environment.scope, 26);
  const busy = new ProviderError("RETRY", "421 busy");
  const { event, calls } = await mailTo([partly, busy, busy, busy, busy, wholly]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(1);
  expect(await messagesOf(event)).toMatchObject([{ status: "sent" }]);
});
