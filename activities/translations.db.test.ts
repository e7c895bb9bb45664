import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DETAILS } from "#contract/constants/details.ts";
import { TRANSLATIONS_READ_MAX } from "#contract/constants/limits.ts";
import { closeDatabase, type Database, openDatabase } from "#db/client.ts";
import { insertLayout } from "#db/queries/layouts/layouts.ts";
import { deleteTranslation, putTranslation } from "#db/queries/translations/translations.ts";
import { organizations } from "#db/schema/accounts/organizations.ts";
import { createTestEnvironment, type TestEnvironment } from "#test/support/environment.ts";
import { anAcceptedEvent, aStep, aWorkflow } from "#test/support/event.ts";
import { addSmtpServer } from "#test/support/integrations.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { testDatabaseUrl } from "#test/support/postgres.ts";
import { createEventRunner, type EventRunner } from "#test/support/run-event.ts";
import { aTranslationGroup } from "#test/support/translations.ts";

// The translations that messages are written with, by the helper `i18n`.

let db: Database;
let sink: MailSink;
let runner: EventRunner;
let environment: TestEnvironment;
beforeAll(async () => {
  db = openDatabase(testDatabaseUrl(), { poolSize: 5 });
  sink = await startMailSink();
  runner = createEventRunner(db);
});
beforeEach(async () => {
  environment = await createTestEnvironment(db);
});
afterAll(async () => {
  await runner.close();
  await sink.stop();
  await closeDatabase(db);
});

const READERS = [
  { subscriberId: "hans", locale: "de" },
  { subscriberId: "resi", locale: "de_AT" },
  { subscriberId: "luc", locale: "fr" },
  { subscriberId: "ann" },
];

interface Message {
  content: string;
  subject: string | null;
  status: string;
}

/** The messages of one event, by subscriber. */
async function send(steps: object[], { to = READERS, payload = {} }: { to?: object[]; payload?: object } = {}) {
  const workflow = await aWorkflow(db, environment, steps);
  const { ref } = await anAcceptedEvent(db, environment, workflow, { to, payload: { ...payload } });
  await runner.toEnd(ref);
  const rows = await db.$client<(Message & { subscriberId: string })[]>`
    select s.subscriber_id as "subscriberId", m.content, m.subject, m.status
    from messages m join subscribers s on s.id = m.subscriber_id where m.event_id = ${ref.eventId}`;
  return new Map(rows.map(({ subscriberId, ...message }) => [subscriberId, message] as const));
}
const contents = (messages: ReadonlyMap<string, Message>) =>
  Object.fromEntries([...messages].map(([subscriberId, { content }]) => [subscriberId, content]));

const inApp = (content: string, subject = "") => aStep("in_app", { content, subject });

describe("a message", () => {
  test("is written in the subscriber's locale, else a more general one, else the organisation's default", async () => {
    await aTranslationGroup(db, environment, "shop", {
      en: { hello: "Hello {{name}}", bye: "Bye" },
      de: { hello: "Hallo {{name}}", bye: "Tschüss" },
      "de-AT": { hello: "Servus {{name}}" },
    });
    const text = "{{ 'shop.hello' | i18n: name: user }}, {% i18n 'shop.bye' %}{% endi18n %}";
    const messages = await send([inApp(text, text)], { payload: { user: "<b>Jo</b>" } });
    const name = "&lt;b&gt;Jo&lt;/b&gt;";
    expect(contents(messages)).toEqual({
      hans: `Hallo ${name}, Tschüss`,
      resi: `Servus ${name}, Tschüss`,
      luc: `Hello ${name}, Bye`,
      ann: `Hello ${name}, Bye`,
    });
    expect(messages.get("resi")?.subject).toBe("Servus <b>Jo</b>, Tschüss");
    await db.update(organizations).set({ defaultLocale: "de" }).where(eq(organizations.id, environment.organizationId));
    expect(contents(await send([inApp("{{ 'shop.bye' | i18n }}")]))).toEqual({
      hans: "Tschüss",
      resi: "Tschüss",
      luc: "Tschüss",
      ann: "Bye",
    });
  });

  test("has the default text or the key where no locale has a text, also where another environment has one", async () => {
    await aTranslationGroup(db, await createTestEnvironment(db), "shop", { en: { hello: "Of another" } });
    const text = "{{ 'shop.hello' | i18n }}/{% i18n 'shop.hello' %}Hi{% endi18n %}";
    const to = [{ subscriberId: "ann" }];
    expect(contents(await send([inApp(text)], { to }))).toEqual({ ann: "shop.hello/Hi" });
    await aTranslationGroup(db, environment, "shop", { fr: { hello: "Bonjour" } });
    expect(contents(await send([inApp(text)], { to }))).toEqual({ ann: "shop.hello/Hi" });
  });

  test("takes keys from variables, and is translated in render threads as well", async () => {
    await aTranslationGroup(db, environment, "shop", { en: { a: "An {{x}}", b: "Bee" }, de: { a: "Ein {{x}}" } });
    // Loops are rendered in threads.
    const text = "{% for key in keys %}{{ key | i18n: x: 'X' }};{% endfor %}{{ 'shop.b' | i18n }}";
    const payload = { keys: ["shop.a", "shop.none", "other.a"] };
    expect(contents(await send([aStep("in_app", { content: text })], { to: READERS.slice(1, 3), payload }))).toEqual({
      resi: "Ein X;shop.none;other.a;Bee",
      luc: "An X;shop.none;other.a;Bee",
    });
  });

  test("has the texts of its moment, whatever an earlier one had", async () => {
    const group = await aTranslationGroup(db, environment, "shop", { en: { hello: "Hello" } });
    const to = [{ subscriberId: "ann" }];
    const steps = [inApp("{{ 'shop.hello' | i18n }}")];
    const put = (text: string) =>
      db.transaction((transaction) =>
        putTranslation(transaction, group, { locale: "en", texts: { hello: text }, size: 20, keys: 1 }),
      );
    expect(contents(await send(steps, { to }))).toEqual({ ann: "Hello" });
    await put("Hi");
    expect(contents(await send(steps, { to }))).toEqual({ ann: "Hi" });
    await db.transaction((transaction) => deleteTranslation(transaction, group, "en"));
    expect(contents(await send(steps, { to }))).toEqual({ ann: "shop.hello" });
    await put("Hey");
    expect(contents(await send(steps, { to }))).toEqual({ ann: "Hey" });
  });

  test("fails with the reason where its keys are variables and the texts to choose from are too many", async () => {
    const long = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, "x".repeat(9_000)]));
    for (const identifier of ["one", "two"]) await aTranslationGroup(db, environment, identifier, { en: long });
    const to = [{ subscriberId: "ann" }];
    const message = (await send([inApp("{{ key | i18n }}")], { to, payload: { key: "one.k1" } })).get("ann");
    expect(message?.status).toBe("error");
    const [detail] = await db.$client<{ raw: string }[]>`
      select raw from execution_details
      where environment_id = ${environment.environmentId} and detail = ${DETAILS.contentNotGenerated}`;
    expect(detail?.raw).toContain(`at most ${TRANSLATIONS_READ_MAX}: write their keys into the template`);
    expect(contents(await send([inApp("{{ 'one.k1' | i18n }}")], { to }))).toEqual({ ann: "x".repeat(9_000) });
  });
});

test("an email and its layout are written in the language of its reader, dates by the pattern of the translation", async () => {
  await addSmtpServer(db, environment.scope, sink.port);
  await aTranslationGroup(db, environment, "shop", {
    en: { sent: "Sent on {{ date, MMMM do }}", subject: "Your order" },
    de: { sent: "Versandt am {{ date, d.M. }}", subject: "Ihre Bestellung" },
  });
  await aTranslationGroup(db, environment, "frame", {
    en: { legal: "<i>Legal</i>" },
    de: { legal: "<i>Impressum</i>" },
  });
  const layout = await db.transaction((transaction) =>
    insertLayout(transaction, environment.scope, {
      name: "Plain",
      identifier: `layout-${randomUUID()}`,
      description: null,
      isDefault: false,
      variables: [],
      content: "<div>{{ body }}{{ 'frame.legal' | i18n }}</div>",
      creatorId: environment.userId,
    }),
  );
  const template = {
    contentType: "customHtml" as const,
    layoutId: layout.id,
    subject: "{{ 'shop.subject' | i18n }}",
    content: "<p>{{ 'shop.sent' | i18n: date: at }}</p>",
  };
  const to = [
    { subscriberId: "hans", email: "hans@example.com", locale: "de" },
    { subscriberId: "luc", email: "luc@example.com", locale: "fr" },
  ];
  await send([aStep("email", template)], { to, payload: { at: "2026-03-07T10:00:00Z" } });
  const mailTo = (address: string) => sink.mailsTo(address).at(-1);
  expect(mailTo("hans@example.com")).toMatchObject({ subject: "Ihre Bestellung" });
  expect(mailTo("hans@example.com")?.html?.trim()).toBe("<div><p>Versandt am 7.3.</p><i>Impressum</i></div>");
  expect(mailTo("luc@example.com")?.html?.trim()).toBe("<div><p>Sent on March 7th</p><i>Legal</i></div>");
});

test("a workflow that another one triggers gets a payload in the language of its subscriber", async () => {
  await aTranslationGroup(db, environment, "shop", { en: { hello: "Hello" }, de: { hello: "Hallo" } });
  const child = await aWorkflow(db, environment, [inApp("{{ greeting }}")]);
  const { identifier } = child;
  const metadata = { type: "trigger", workflowId: identifier, payload: { greeting: "{{ 'shop.hello' | i18n }}!" } };
  await send([{ template: { type: "trigger", content: "" }, metadata }], { to: READERS.slice(0, 1) });
  const rows = await db.$client`
    select c.payload from events e join event_contents c on c.event_id = e.id where e.workflow_id = ${child.id}`;
  expect(rows).toEqual([{ payload: { greeting: "Hallo!" } }]);
});
