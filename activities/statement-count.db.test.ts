import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { insertLayout } from "#db/queries/layouts/layouts.ts";
import { createTestEnvironment, testApp, testConfig } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner } from "#test/support/run-event.ts";
import { aTranslationGroup } from "#test/support/translations.ts";

let db: Database;
beforeAll(() => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 1 });
});
afterAll(() => closeDatabase(db));

/** A key is remembered for a second: on a slow machine it is looked up again, among what is counted. */
const OF_KEY = /\bapi_keys\b/;

/** Statements that both pools send from now on. */
function countStatements(): string[] {
  const sent: string[] = [];
  const note = (_connection: number, query: string) => void (OF_KEY.test(query) || sent.push(query));
  for (const pool of [db.$hot, db.$client]) pool.options.debug = note;
  return sent;
}

test("an event for one subscriber's inbox is four statements, from the request to the open sockets", async () => {
  const environment = await createTestEnvironment(db);
  const { identifier: name } = await aWorkflow(db, environment, [aStep("in_app")]);
  // Now and then the API says that it lives, on a slow machine among what is counted here.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { app, started, close } = await testApp({ db });
  onTestFinished(close);
  const runner = createEventRunner(db, { config: testConfig });
  const trigger = async (keyed: { "idempotency-key"?: string } = {}) => {
    const body = { name, to: "ada", payload: { orderId: "A-1" } };
    const headers = { ...environment.headers, ...keyed };
    const reply = await app.inject({ method: "POST", url: "/v1/events/trigger", headers, payload: body });
    expect(reply.json().data.status).toBe("processed");
    const event = started.at(-1)?.event;
    if (!event) throw new Error("No execution was started");
    await runner.start(event);
    await runner.deps.publisher.flushed();
  };
  // The first one stores the subscriber and reads what is cached from then on: key, workflow, version.
  await trigger();
  await trigger();
  const sent = countStatements();
  await trigger();
  expect(sent.map((query) => /insert into \w+|pg_notify|with members/.exec(query)?.[0])).toEqual([
    "insert into events",
    "with members",
    "insert into runs",
    "pg_notify",
  ]);
  // With an idempotency key there are two more, and an answer that is repeated is one.
  const keyed = countStatements();
  await trigger({ "idempotency-key": "k" });
  expect(
    keyed.map((query) => /insert into \w+|pg_notify|with members|update idempotency_keys/.exec(query)?.[0]),
  ).toEqual([
    "insert into idempotency_keys",
    "insert into events",
    "update idempotency_keys",
    "with members",
    "insert into runs",
    "pg_notify",
  ]);
  const repeated = countStatements();
  const headers = { ...environment.headers, "idempotency-key": "k" };
  const body = { name, to: "ada", payload: { orderId: "A-1" } };
  const reply = await app.inject({ method: "POST", url: "/v1/events/trigger", headers, payload: body });
  expect(reply.headers["idempotency-replay"]).toBe("true");
  expect(repeated.map((query) => /insert into \w+/.exec(query)?.[0])).toEqual(["insert into idempotency_keys"]);
  await runner.close();
});

test("an email that has no layout, attachments or reply address costs nothing for them; with a layout it is as many statements", async () => {
  const environment = await createTestEnvironment(db);
  const runner = createEventRunner(db, { config: testConfig });
  const layout = await db.transaction((transaction) =>
    insertLayout(transaction, environment.scope, {
      name: "Plain",
      identifier: "plain",
      description: null,
      content: "<p>{{ body }}</p>",
      variables: [],
      isDefault: false,
      creatorId: environment.userId,
    }),
  );
  const plain = { contentType: "customHtml", content: "Hi", subject: "Hi" } as const;
  const sentFor = async (template: object): Promise<string[]> => {
    const workflow = await aWorkflow(db, environment, [aStep("email", { ...plain, ...template })]);
    const trigger = async () => {
      const to = { subscriberId: "ada", email: "ada@example.com" };
      const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
      const sent = countStatements();
      await runner.start(ref);
      // A copy: what the next workflow is stored with is added to the counted ones.
      return [...sent];
    };
    // The first one stores the subscriber and reads what is cached from then on.
    await trigger();
    return trigger();
  };
  const bare = await sentFor({});
  const names =
    /from events e join|with members|join suppressions|^begin|pg_advisory_xact_lock(?!_shared)|into demo_messages|^commit|insert into runs|outbox_messages|update deliveries/;
  expect(bare.map((query) => names.exec(query)?.[0])).toEqual([
    "from events e join",
    "with members",
    // The demo provider's messages of the month are counted.
    "begin",
    "pg_advisory_xact_lock",
    "into demo_messages",
    "commit",
    "insert into runs",
    "join suppressions",
    "outbox_messages",
    "update deliveries",
  ]);
  expect(bare.filter((query) => /(from|join) layouts|event_attachments|inbound_parse_domain/.test(query))).toEqual([]);
  expect(await sentFor({ layoutId: layout.id })).toHaveLength(bare.length);
  await runner.close();
});

test("which translations there are is one statement for all recipients of a slice, and none for a workflow that prints none", async () => {
  const environment = await createTestEnvironment(db);
  const runner = createEventRunner(db, { config: testConfig });
  await aTranslationGroup(db, environment, "shop", { en: { hello: "Hello" }, de: { hello: "Hallo" } });
  const to = ["ada", "hans", "resi"].map((subscriberId, index) => ({
    subscriberId,
    locale: ["en", "de", "de-AT"][index],
  }));
  const sentFor = async (...contents: string[]): Promise<string[]> => {
    const workflow = await aWorkflow(
      db,
      environment,
      contents.map((content) => aStep("in_app", { content })),
    );
    const trigger = async () => {
      const { ref } = await anAcceptedEvent(db, environment, workflow, { to });
      const sent = countStatements();
      await runner.start(ref);
      // What open sockets are notified of is sent after it, and belongs to it.
      await runner.deps.publisher.flushed();
      return [...sent];
    };
    // The first one stores the subscribers and reads what is in memory from then on.
    await trigger();
    return trigger();
  };
  const plain = await sentFor("Hi", "Hi");
  expect(plain.filter((query) => /translation/.test(query))).toEqual([]);
  const translated = await sentFor("{{ 'shop.hello' | i18n }}", "{{ 'shop.hello' | i18n }}!");
  expect(translated.filter((query) => /translation/.test(query))).toEqual([
    expect.stringContaining("translation_groups"),
  ]);
  expect(translated.filter((query) => !/translation/.test(query))).toEqual(plain);
  await runner.close();
});
