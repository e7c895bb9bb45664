import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { DETAILS } from "#contract/constants/details.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { setCredentials } from "#db/queries/subscribers/change-subscriber.ts";
import type { ChatMessage } from "#providers/messages.ts";
import { chatProvider } from "#providers/provider.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addIntegration } from "#test/support/integrations.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { storeSubscribers } from "#test/support/subscribers.ts";

// WhatsApp reaches subscribers by their phone, without stored credentials, wherever an integration of it is active.

const sent: ChatMessage[] = [];
const { whatsapp } = vi.hoisted(() => ({ whatsapp: { provider: undefined as unknown } }));
vi.mock("#providers/registry.ts", async (importOriginal) => {
  const original = await importOriginal<typeof import("#providers/registry.ts")>();
  return {
    ...original,
    findProvider: (channel: "chat", id: string) =>
      id === "whatsapp-business" ? whatsapp.provider : original.findProvider(channel, id),
  };
});

let db: Database;
let runner: EventRunner;
let environment: TestEnvironment;
beforeAll(() => {
  whatsapp.provider = chatProvider({
    id: "whatsapp-business",
    name: "WhatsApp",
    docs: "https://example.com",
    credentials: z.object({}),
    send: async (message) => {
      sent.push(message);
      return { id: "wamid.1" };
    },
  });
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  runner = createEventRunner(db);
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
  sent.length = 0;
});
afterAll(async () => {
  await runner.close();
  await closeDatabase(db);
});

const addWhatsApp = (active = true) =>
  addIntegration(db, environment.scope, { channel: "chat", providerId: "whatsapp-business", identifier: "wa", active });

/** Sends a chat message to ada. */
async function send(subscriber: { phone?: string } = { phone: "+4915112345678" }) {
  await storeSubscribers(db, environment.scope, [{ subscriberId: "ada", ...subscriber }]);
  const workflow = await aWorkflow(db, environment, [aStep("chat", { content: "Hi" })]);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to: "ada" });
  await runner.toEnd(ref);
  const [job] = await db.$client<{ status: string }[]>`
    select j.status from jobs j join runs r on r.id = j.run_id where r.event_id = ${ref.eventId}`;
  const details = await db.$client<{ detail: string }[]>`
    select d.detail from execution_details d join runs r on r.id = d.run_id where r.event_id = ${ref.eventId}`;
  const messages = await db.$client`select provider_id, phone, status from messages where event_id = ${ref.eventId}`;
  return { status: job?.status, details: details.map(({ detail }) => detail), messages };
}

test("a subscriber with a phone is reached by it", async () => {
  await addWhatsApp();
  expect(await send()).toMatchObject({
    status: "completed",
    messages: [{ provider_id: "whatsapp-business", phone: "+4915112345678", status: "sent" }],
  });
  expect(sent).toMatchObject([{ phoneNumber: "+4915112345678", webhookUrl: "", content: "Hi" }]);
});

test("a subscriber without a phone is not, and the history says why", async () => {
  await addWhatsApp();
  const { status, details, messages } = await send({});
  expect([status, sent]).toEqual(["failed", []]);
  expect(details).toEqual(expect.arrayContaining([DETAILS.noPhoneNumber, DETAILS.allChatFailed]));
  expect(messages).toMatchObject([{ status: "warning" }]);
});

test("without an active integration nothing is said of it, and a subscriber without any channel has none", async () => {
  await addWhatsApp(false);
  expect(await send()).toMatchObject({ status: "failed", details: [DETAILS.noChannel], messages: [] });
});

test("another channel that is broken does not keep it back", async () => {
  await addWhatsApp();
  await addIntegration(db, environment.scope, { channel: "chat", providerId: "slack", identifier: "slack" });
  await storeSubscribers(db, environment.scope, [{ subscriberId: "ada" }]);
  const named = { providerId: "slack", integrationIdentifier: "slack", credentials: { channel: "general" } };
  await db.transaction((transaction) => setCredentials(transaction, environment.scope, "ada", named, "set"));
  const { status, details } = await send();
  expect(status).toBe("completed");
  expect(details).toContain(DETAILS.noWebhookUrl);
});
