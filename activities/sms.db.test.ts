import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { type AcceptedEvent, anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";

let db: Database;
let runner: EventRunner;
let environment: TestEnvironment;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  runner = createEventRunner(db);
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  await runner.close();
  await closeDatabase(db);
});

/** Sends a text to a subscriber, and an in-app message after it. */
async function send(content: string, event: AcceptedEvent) {
  const workflow = await aWorkflow(db, environment, [aStep("sms", { content }), aStep("in_app")]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, event);
  await runner.toEnd(ref);
  const jobs = await db.$client<{ status: string }[]>`
    select j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${ref.eventId} order by j.position`;
  const details = await db.$client<{ detail: string; status: string; raw: string | null }[]>`
    select d.detail, d.status, d.raw from execution_details d join runs r on r.id = d.run_id join jobs j on j.id = d.job_id
    where r.event_id = ${ref.eventId} and j.type = 'sms' order by d.created_at`;
  const messages = await db.$client<
    { status: string; content: string | null; phone: string | null; errorId: string | null }[]
  >`
    select status, content, phone, error_id as "errorId" from messages where event_id = ${ref.eventId} and channel = 'sms'`;
  const taken = await db.$client<{ to: string[]; text: string }[]>`
    select "to", text from outbox_messages where environment_id = ${environment.environmentId}`;
  return { jobs: jobs.map(({ status }) => status), details, messages: [...messages], taken: [...taken] };
}

const ada = { subscriberId: "ada", phone: "+491" };

test.each([true, false])(
  "a text that renders to nothing fails, and the run goes on (an integration is there: %j)",
  async (isActive) => {
    await db.$client`
      update integrations set active = ${isActive} where environment_id = ${environment.environmentId} and channel = 'sms'`;
    const { jobs, details, messages, taken } = await send(" {{ nothing }} ", { to: ada });
    expect(jobs).toEqual(["failed", "completed"]);
    // What cannot be rendered comes before an integration that is missing.
    expect(details).toMatchObject([{ detail: DETAILS.contentNotGenerated, status: "Failed" }]);
    expect(details[0]?.raw).toContain("empty");
    expect(messages).toMatchObject([{ status: "error", errorId: "unexpected_sms_error" }]);
    expect(taken).toEqual([]);
  },
);

test("overrides.sms.to sends to who has no phone at all, and its content replaces what was rendered", async () => {
  const { jobs, messages, taken } = await send("stored", {
    to: "nobody",
    overrides: { sms: { to: "+4999", content: "Ann's & co" } },
  });
  expect(jobs).toEqual(["completed", "completed"]);
  expect(messages).toEqual([{ status: "sent", content: "Ann's & co", phone: "+4999", errorId: null }]);
  expect(taken).toEqual([{ to: ["+4999"], text: "Ann's & co" }]);
});

test("without any phone the step fails with a warning message, and the payload's comes before the subscriber's", async () => {
  const none = await send("Hi", { to: "nobody" });
  expect(none).toMatchObject({
    jobs: ["failed", "completed"],
    messages: [{ status: "warning", errorId: "no_subscriber_phone" }],
    taken: [],
  });
  const given = await send("Hi", { to: ada, payload: { phone: "+4977" } });
  expect(given.taken).toEqual([{ to: ["+4977"], text: "Hi" }]);
});

test("an ampersand and an apostrophe reach the phone as they are", async () => {
  const { taken } = await send('{{ shop }}: 5 < 6 & "so on"', { to: ada, payload: { shop: "Ann's & <Bob>'s" } });
  expect(taken).toEqual([{ to: ["+491"], text: "Ann's & <Bob>'s: 5 < 6 & \"so on\"" }]);
});

describe("what is missing is said by a message that nothing was tried with", () => {
  const failed = (errorId: string) => [{ status: "warning", errorId, content: null, phone: null }];
  const change = (fields: string) =>
    db.$client.unsafe(
      `update integrations set ${fields} where environment_id = '${environment.environmentId}' and channel = 'sms'`,
    );

  test("an integration", async () => {
    await change("active = false");
    const { jobs, details, messages } = await send("Hi", { to: ada });
    expect(jobs).toEqual(["failed", "completed"]);
    expect(details.map(({ detail }) => detail)).toEqual([DETAILS.noIntegration]);
    expect(messages).toEqual(failed("sms_missing_integration_error"));
  });

  test("a sender, which neither the event nor the integration has", async () => {
    await change('provider_id = \'twilio\', credentials = \'{"accountSid": "AC1", "from": " "}\'');
    const { jobs, details, messages } = await send("Hi", { to: ada });
    expect(jobs).toEqual(["failed", "completed"]);
    expect(details.map(({ detail }) => detail)).toEqual([DETAILS.integrationSelected, DETAILS.noChannel]);
    expect(messages).toEqual(failed("no_integration_from_phone"));
  });

  test("but not the sender of a vendor that needs none", async () => {
    const { jobs } = await send("Hi", { to: ada });
    expect(jobs).toEqual(["completed", "completed"]);
  });
});
